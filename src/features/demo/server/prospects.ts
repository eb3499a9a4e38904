import type { ConsentBasis } from '#features/outreach/consent.ts';
import type { ProspectStatus } from '#features/outreach/prospect-status.ts';
import type { Moment } from './conversation.ts';

/** A prospect of the demo tenant. None of these businesses exists. */
export interface DemoProspect {
  name: string;
  address: string;
  email: string;
  phone: string;
  industry: string;
  summary: string;
  notes?: string;
  status: ProspectStatus;
  added: Moment;
  contacted?: Moment;
  consent?: { basis: ConsentBasis; source: string };
}

const asked = {
  basis: 'express',
  source: 'Asked for our rate card at the Western Sydney trade evening',
} as const;
const customer = { basis: 'existing_relationship', source: 'Booked a screen with us last year' } as const;
const published = {
  basis: 'published_address',
  source: 'Advertising contact on their website',
} as const;

export const demoProspects: readonly DemoProspect[] = [
  {
    name: 'Banksia Lane Bakery',
    address: '14 Banksia Lane, Leichhardt NSW 2040',
    email: 'orders@banksialane.example',
    phone: '02 5550 0211',
    industry: 'Food',
    summary: 'Three bakeries in the inner west; opens a fourth near Central in autumn.',
    status: 'not_contacted',
    added: [6, '09:40'],
    consent: published,
  },
  {
    name: 'Corella Dental Group',
    address: '88 Church Street, Parramatta NSW 2150',
    email: 'practice@corelladental.example',
    phone: '02 5550 0212',
    industry: 'Healthcare',
    summary: 'Six practices along the western line, new patients wanted in Blacktown.',
    status: 'email_sent',
    added: [15, '11:05'],
    contacted: [3, '10:20'],
    consent: asked,
  },
  {
    name: 'Driftline Surf School',
    address: '2 Esplanade, Manly NSW 2095',
    email: 'hello@driftline.example',
    phone: '0455 550 213',
    industry: 'Leisure',
    summary: 'Lessons from October to April; advertises at ferry wharves.',
    status: 'responded',
    added: [20, '14:10'],
    contacted: [5, '09:15'],
    consent: customer,
  },
  {
    name: 'Eastgate Motors',
    address: '301 Parramatta Road, Auburn NSW 2144',
    email: 'marketing@eastgatemotors.example',
    phone: '02 5550 0214',
    industry: 'Automotive',
    summary: 'Two dealerships, electric range arrives next quarter.',
    notes: 'Wants figures for the M4 screen at Homebush.',
    status: 'qualified',
    added: [24, '10:30'],
    contacted: [4, '15:45'],
    consent: customer,
  },
  {
    name: 'Fernhill Retirement Living',
    address: '5 Fernhill Avenue, Castle Hill NSW 2154',
    email: 'community@fernhill.example',
    phone: '02 5550 0215',
    industry: 'Real estate',
    summary: 'Stage two of the village sells from spring.',
    status: 'follow_up',
    added: [18, '13:20'],
    contacted: [9, '11:30'],
    consent: asked,
  },
  {
    name: 'Gumtree Street Gym',
    address: '41 Gum Street, Hornsby NSW 2077',
    email: 'front@gumstreetgym.example',
    phone: '02 5550 0216',
    industry: 'Fitness',
    summary: 'One gym, open day and night; budget for bus shelters only.',
    status: 'not_interested',
    added: [22, '16:00'],
    contacted: [12, '10:05'],
  },
  {
    name: 'Harrow & Finch Solicitors',
    address: '9 Chancery Row, London, United Kingdom',
    email: 'office@harrowfinch.example',
    phone: '+44 20 5550 0217',
    industry: 'Legal',
    summary: 'London firm that opens a Sydney office; asks about screens near Martin Place.',
    status: 'not_contacted',
    added: [4, '17:10'],
    consent: { basis: 'corporate_subscriber', source: 'Company register, limited company' },
  },
  {
    name: 'Isarblick Brauhaus',
    address: 'Uferweg 3, München, Germany',
    email: 'kontakt@isarblick.example',
    phone: '+49 89 5550 0218',
    industry: 'Food',
    summary: 'Brewery looking for an importer; no consent is recorded, so bulk mail is off.',
    status: 'not_contacted',
    added: [4, '17:15'],
  },
  {
    name: 'Jacaranda Early Learning',
    address: '70 Jacaranda Road, Ryde NSW 2112',
    email: 'enrol@jacarandalearning.example',
    phone: '02 5550 0219',
    industry: 'Education',
    summary: 'Four centres with places free from January.',
    status: 'not_contacted',
    added: [3, '09:25'],
  },
  {
    name: 'Kestrel Freight',
    address: '120 Foreshore Road, Botany NSW 2019',
    email: 'people@kestrelfreight.example',
    phone: '02 5550 0220',
    industry: 'Transport',
    summary: 'Hires forty drivers before Christmas and wants to be seen on the way to the port.',
    status: 'not_contacted',
    added: [2, '12:40'],
    consent: published,
  },
];
