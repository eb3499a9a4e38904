export type CallStatus = 'answered' | 'missed' | 'voicemail';

export interface SampleCall {
  caller: string;
  /** From the ranges that Australia keeps free for fiction: https://www.acma.gov.au/phone-numbers-use-tv-shows-films-and-creative-works */
  number: string;
  /** Minutes and seconds; null when nobody spoke. */
  duration: string | null;
  status: CallStatus;
  at: string;
  lead: string | null;
  disposition: string;
}

/** The figures of the demonstration (specification section 9); they count a longer list than the one that is shown. */
export const sampleFigures = [
  { label: 'Total calls', value: '24' },
  { label: 'Answered', value: '18' },
  { label: 'Missed', value: '6' },
  { label: 'Average length', value: '3:45' },
  { label: 'Conversion', value: '75%' },
] as const;

/** Invented calls, newest first. */
export const sampleCalls: readonly SampleCall[] = [
  {
    caller: 'Priya Raman',
    number: '0491 570 006',
    duration: '4:12',
    status: 'answered',
    at: 'Fri 4:18 pm',
    lead: 'Wattle & Stone Landscapes',
    disposition: 'Meeting booked',
  },
  {
    caller: 'Tom Ashby',
    number: '02 5550 0143',
    duration: null,
    status: 'missed',
    at: 'Fri 3:02 pm',
    lead: 'Ashby Marine',
    disposition: 'Call back',
  },
  {
    caller: 'Lena Vogt',
    number: '0491 570 156',
    duration: '2:37',
    status: 'answered',
    at: 'Fri 11:40 am',
    lead: 'Vogt Bakery',
    disposition: 'Asked for prices',
  },
  {
    caller: 'Unknown caller',
    number: '07 5550 0118',
    duration: '0:41',
    status: 'voicemail',
    at: 'Fri 9:26 am',
    lead: null,
    disposition: 'New lead made',
  },
  {
    caller: 'Marcus Oyelaran',
    number: '0491 570 157',
    duration: '6:05',
    status: 'answered',
    at: 'Thu 2:51 pm',
    lead: 'Northgate Cinemas',
    disposition: 'Qualified',
  },
  {
    caller: 'Mei Tanaka',
    number: '0491 570 158',
    duration: '3:18',
    status: 'answered',
    at: 'Thu 10:07 am',
    lead: 'Paper Lantern Events',
    disposition: 'Quote sent',
  },
  {
    caller: 'Greg Halloran',
    number: '03 5550 0171',
    duration: null,
    status: 'missed',
    at: 'Wed 5:33 pm',
    lead: null,
    disposition: 'Call back',
  },
  {
    caller: 'Sofia Marin',
    number: '0491 570 159',
    duration: '5:49',
    status: 'answered',
    at: 'Wed 1:15 pm',
    lead: 'Blue Gum Dental',
    disposition: 'Not interested',
  },
];
