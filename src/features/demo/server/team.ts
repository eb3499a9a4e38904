import { demoSignIns } from '#features/auth/server/public.ts';
import type { Role } from '#shared/access.ts';
import type { Colleague, Mailbox, MailClient, Moment, Writer } from './conversation.ts';

/** Where the demo tenant's website sends people. */
export const teamBox: Mailbox = { name: 'Harbourside Outdoor', address: 'hello@harbourside.example' };

export interface Person {
  firstName: string;
  lastName: string;
  role: Role;
  email: string;
  lastLogin: Moment;
}

function person(role: Role, firstName: string, lastName: string, lastLogin: Moment): Person {
  const email = demoSignIns.find((one) => one.role === role)?.email ?? '';
  return { firstName, lastName, role, email, lastLogin };
}

const maya = person('owner', 'Maya', 'Chen', [0, '16:52']);
const tom = person('admin', 'Tom', 'Okafor', [0, '08:31']);
const priya = person('user', 'Priya', 'Nair', [0, '09:04']);
/** Only looks: he writes to nobody and decides nothing. */
const luca = person('viewer', 'Luca', 'Rossi', [6, '14:20']);

/** The people of the demo tenant, one for each sign-in, the owner first. */
export const owner = maya;
export const staff: readonly Person[] = [tom, priya, luca];
export const colleagues: Readonly<Record<Colleague, Person>> = { maya, tom, priya };

const clients: Readonly<Record<Colleague, MailClient>> = { maya: 'gmail', tom: 'outlook', priya: 'apple' };
const phones: Readonly<Record<Colleague, string>> = {
  maya: '02 5550 0100',
  tom: '02 5550 0101',
  priya: '02 5550 0102',
};

/** A colleague with mail program and signature. */
export function writerOf(colleague: Colleague): Writer {
  const { firstName, lastName, email } = colleagues[colleague];
  return {
    name: `${firstName} ${lastName}`,
    address: email,
    client: clients[colleague],
    signature: `${firstName} ${lastName}\nHarbourside Outdoor\n${phones[colleague]}`,
  };
}
