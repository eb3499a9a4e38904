/** The first owner of the platform, for servers that need one with a known password. */
export const platformEnvironment = {
  HUB_PLATFORM_EMAIL: 'owner@platform.test',
  HUB_PLATFORM_PASSWORD: 'cassowary-9-rail',
};
