/**
 * Whether a host is a tenant's own: one label below the public host (contract section 2). An IP address and `localhost`
 * are none. `suffix` is what follows a tenant's label, such as '.hub.example.com'; on an installation at `localhost`,
 * names below that count as well, which browsers lead to the machine itself (RFC 6761 section 6.3).
 */
export function isTenantHost(host: string, suffix: string): boolean {
  return [suffix, '.localhost'].some((end) => {
    if (end === '' || !host.endsWith(end)) return false;
    const label = host.slice(0, -end.length);
    // The public host itself may lie below localhost: that one is no tenant's.
    return /^[a-z0-9-]+$/.test(label) && `.${host}` !== suffix;
  });
}
