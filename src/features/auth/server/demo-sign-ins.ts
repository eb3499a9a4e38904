/** Sign-ins of the demo tenant, one per role: shown on the sign-in page and printed at start while demo mode is on. */
export const demoPassword = 'billboards-on-display';

export const demoSignIns = [
  { role: 'owner', email: 'maya.chen@harbourside.example', password: demoPassword },
  { role: 'admin', email: 'tom.okafor@harbourside.example', password: demoPassword },
  { role: 'user', email: 'priya.nair@harbourside.example', password: demoPassword },
  { role: 'viewer', email: 'luca.rossi@harbourside.example', password: demoPassword },
];
