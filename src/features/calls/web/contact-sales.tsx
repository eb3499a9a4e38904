import { useState } from 'react';
import { platformSettingsApi } from '#features/platform/settings-contract.ts';
import { useEndpoint } from '#web/query.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

const subject = encodeURIComponent('Call Management for our AI Hub');

/** A mail to the operator's sales address; without one, it says whom to ask. */
export function ContactSales() {
  const site = useEndpoint(platformSettingsApi.endpoints.site);
  const address = site.data?.salesAddress;
  return address ? (
    <a href={`mailto:${address}?subject=${subject}`} title={address} className={buttonClass('primary')}>
      Contact Sales
    </a>
  ) : (
    <WhomToAsk />
  );
}

function WhomToAsk() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        Contact Sales
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        size="small"
        title="Contact Sales"
        footer={<Button onClick={() => setOpen(false)}>Close</Button>}
      >
        <p className="px-5 py-4">
          This installation names no sales address. Ask whoever runs AI Hub for your company, and mention Call
          Management.
        </p>
      </Dialog>
    </>
  );
}
