import type { Conversation } from '../conversation.ts';

export const services: readonly Conversation[] = [
  {
    key: 'brightwater-dental',
    subject: 'Advertising our new clinic',
    lead: {
      name: 'Dr Anil Perera',
      address: 'anil.perera@brightwaterdental.example',
      client: 'outlook',
      signature: 'Dr Anil Perera\nPrincipal Dentist\nBrightwater Dental\n02 5550 0171',
    },
    steps: [
      {
        from: 'lead',
        at: [19, '12:34'],
        text: `
Hello,

We are moving into a larger clinic near Arncliffe station and would like to attract families from the new apartments. I have seen your sign on the Princes Highway, Arncliffe and it is exactly where they drive.

Budget is about 12–15k for the whole thing. I would think ten weeks or so. Is there anything I need to know as a health provider?

Kind regards,
Anil`,
      },
      {
        from: 'tom',
        at: [18, '09:18'],
        text: `
Hi Dr Perera,

Princes Highway is $4,900 per four weeks, so ten weeks is $12,250 plus $1,450 for the skin. Inside your range.

On the health side: no testimonials from patients, no "best" or "painless", no before and after without the usual warnings, and any price needs its conditions. Your registration body has a page on it. We check too, but the name on the fine would be yours.

Tom`,
      },
      { by: 'tom', at: [18, '09:25'], stage: 'in_progress', assignee: 'tom' },
      {
        from: 'lead',
        at: [16, '19:50'],
        text: `
Thank you Tom, very clear. "Gentle" is presumably also off the table?

My practice manager Rachel will write to you about the details.`,
      },
      {
        from: 'lead',
        at: [15, '08:44'],
        writer: {
          name: 'Rachel Stein',
          address: 'rachel@brightwaterdental.example',
          client: 'outlook',
          signature: 'Rachel Stein\nPractice Manager\nBrightwater Dental',
        },
        text: `
Hi Tom,

Rachel here. Two questions: who owns the artwork afterwards, and is there a penalty if the builder is late and we have to push the start by two weeks? He has been late with everything else.

Thanks,
Rachel`,
      },
      {
        from: 'tom',
        at: [15, '10:02'],
        text: `
Hi Rachel,

You own the artwork. One move of the start date is free if you tell me ten working days ahead, after that it's 15% of the first four weeks. Builders being builders, I'd book the later date now and bring it forward.

Tom`,
      },
      { by: 'tom', at: [15, '10:08'], stage: 'qualified', followUp: [-2, '09:00'] },
    ],
  },
  {
    key: 'nguyen-tran',
    subject: 'Enquiry - outdoor advertising',
    lead: {
      name: 'Linh Nguyen',
      address: 'linh.nguyen@nguyentran.example',
      client: 'outlook',
      signature: 'Linh Nguyen\nPartner\nNguyen Tran Partners\nT: +61 2 5550 0134',
    },
    steps: [
      {
        from: 'lead',
        at: [2, '16:41'],
        text: `
Dear Sir or Madam,

We are a family law practice of eleven people in Bankstown. We are considering a billboard on the Hume Highway, Bankstown, for three months from early {month:2}.

Please let me have your rates and standard terms, in particular the cancellation clause.

Yours sincerely,
Linh Nguyen`,
      },
    ],
  },
  {
    key: 'ledger-and-lane',
    subject: 'Do you do bus shelters as well?',
    lead: {
      name: 'Sophie Marchetti',
      address: 'sophie@ledgerandlane.example',
      client: 'gmail',
      signature: 'Sophie Marchetti\nLedger & Lane Accountants',
    },
    steps: [
      {
        from: 'lead',
        at: [4, '14:09'],
        text: `
Hi, quick one - do you have bus shelters, or only the large ones? We're a small accounting firm and a six metre photo of my business partner's face might be counterproductive.

Sophie`,
      },
      {
        from: 'priya',
        at: [3, '09:33'],
        text: `
Hi Sophie,

Only large ones, sorry. The smallest is Princes Highway at 6 x 3 metres, so his face would be at most three. I know somebody decent for shelters if you want a name, no hard feelings.

Priya`,
      },
    ],
  },
  {
    key: 'two-tall-blokes',
    subject: 'advertising',
    lead: { name: 'Sione Fifita', address: 'sione.twotallblokes@mailbox.example', client: 'iphone' },
    steps: [
      {
        from: 'lead',
        at: [0, '15:12'],
        text: `
hey guys, we got 3 removal trucks and some months theyre full and some months theyre not. thinking a board on parramatta road in auburn or anywhere round there. whats the damage for a month? call me 0491 570 110 after 4 im on the truck before that
cheers Sione, Two Tall Blokes Removals`,
      },
    ],
  },
  {
    key: 'desai-mortgages',
    subject: 'Re: your brochure',
    lead: {
      name: 'Rohan Desai',
      address: 'rohan@desaimortgages.example',
      client: 'apple',
      signature: 'Rohan Desai\nDesai Mortgage Brokers\n0491 570 159',
    },
    steps: [
      {
        from: 'lead',
        at: [47, '09:56'],
        text: `
Hi Maya, we met at the chamber breakfast and you gave me a brochure. I'd like the board on Military Road, Neutral Bay, for 4 weeks. We can go up to $7,500 all in.

Rohan`,
      },
      {
        from: 'maya',
        at: [47, '11:40'],
        text: `
Hi Rohan, I remember, you were the only one who finished the fruit plate.

Military Road is $6,600 for four weeks. With the skin you'd be at $8,050. If you can live with a start in the quiet fortnight I'll take $550 off and you're at $7,500.

Maya`,
      },
      { by: 'maya', at: [47, '11:45'], stage: 'in_progress', assignee: 'maya' },
      { from: 'lead', at: [46, '08:10'], text: `That works. Where do I sign?` },
      { by: 'maya', at: [46, '09:00'], stage: 'booked' },
      {
        from: 'lead',
        at: [37, '17:02'],
        text: `
Maya, I have bad news. Our main lender has pulled out of the product we were going to advertise, as of today. I have to cancel, I'm really sorry. The artwork isn't printed yet as far as I know. What do I owe you?

Rohan`,
      },
      {
        from: 'maya',
        at: [36, '08:35'],
        text: `
Oh no. Nothing is printed, I stopped it last night when I saw your mail. Under the terms it's 25%, but I've got somebody who will take the dates, so let's call it nothing and you come back when you have something to sell.

Maya`,
      },
      { by: 'maya', at: [36, '08:38'], stage: 'lost' },
      {
        from: 'lead',
        at: [36, '09:04'],
        text: `That is more than decent of you. I will be back.`,
      },
    ],
  },
];
