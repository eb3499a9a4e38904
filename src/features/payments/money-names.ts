import type { Invoice, PaymentMethod, PaymentPurpose, RequestKind, Reversal } from './contract.ts';

export const methodNames: Record<PaymentMethod, string> = {
  bank_transfer: 'Bank transfer',
  card: 'Card',
  cheque: 'Cheque',
  cash: 'Cash',
  other: 'Other',
  stripe: 'Stripe',
};

export const purposeNames: Record<PaymentPurpose, string> = {
  subscription: 'Subscription',
  setup_fee: 'Setup fee',
};

export const invoiceStates = {
  open: { name: 'Open', tone: 'warning' },
  paid: { name: 'Paid', tone: 'success' },
  void: { name: 'Void', tone: 'neutral' },
} as const satisfies Record<Invoice['state'], { name: string; tone: string }>;

/** What a company asks of the operator. */
export const requestNames: Record<RequestKind, string> = {
  setup_fee: 'Wants to pay the setup fee',
  payment_method: 'Wants another payment method',
  billing_cycle: 'Wants another billing cycle',
};

/** What happened to money of an invoice; `line` follows its amount. */
export const reversalNames = {
  pending: { name: 'Refund under way', line: 'is being refunded', tone: 'info' },
  refunded: { name: 'Refunded', line: 'refunded', tone: 'neutral' },
  failed: { name: 'Refund failed', line: 'could not be refunded', tone: 'warning' },
  disputed: { name: 'Disputed', line: 'disputed at the bank', tone: 'warning' },
  won: { name: 'Dispute won', line: 'was disputed and stays paid', tone: 'success' },
  lost: { name: 'Dispute lost', line: 'taken back by the bank', tone: 'danger' },
  closed: { name: 'Dispute closed', line: 'was disputed, nothing changed', tone: 'neutral' },
} as const satisfies Record<Reversal['state'], { name: string; line: string; tone: string }>;
