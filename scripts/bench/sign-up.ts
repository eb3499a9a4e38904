export const benchPassword = 'a password of the bench';

export interface SignedUp {
  id: string;
  token: string;
  email: string;
}

/** Signs up so many organizations over the API. */
export async function signUp(url: string, count: number): Promise<SignedUp[]> {
  const made: SignedUp[] = [];
  for (let index = 0; index < count; index += 1) {
    const email = `owner@bench-${index}.example`;
    const response = await fetch(`${url}/api/tenant/organizations/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        organization: {
          name: `Bench ${index}`,
          slug: `bench-${index}`,
          industry: 'retail',
          size: 'small',
          country: 'AU',
        },
        user: { firstName: 'B', lastName: 'B', email, password: benchPassword },
        selectedPlan: 'pro',
        selectedModules: ['social_media', 'leads_manager', 'outreach'],
      }),
    });
    const body: { token: string; organization: { id: string } } = await response.json();
    made.push({ id: body.organization.id, token: body.token, email });
  }
  return made;
}
