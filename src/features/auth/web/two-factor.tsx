import { useState } from 'react';
import { call } from '#web/api.ts';
import { shortDate } from '#web/lib/dates.ts';
import { refresh, useEndpoint } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { totpApi } from '../totp-contract.ts';
import { FactorSetup } from './factor-setup.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const { read, renewCodes, turnOff } = totpApi.endpoints;
type Doing = 'setup' | 'renew' | 'off';

/** The own second factor: on or off, and the codes for a lost phone. */
export function TwoFactor() {
  const zone = useZone();
  const factor = useEndpoint(read);
  const [doing, setDoing] = useState<Doing | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const done = () => {
    setDoing(null);
    setCodes(null);
    void refresh([read]);
  };
  return (
    <Section
      title="Two-factor sign-in"
      text="Besides the password, signing in asks for a code from an app on your phone."
    >
      {factor.data ? (
        <div className="p-5">
          {codes ? (
            <RecoveryCodes codes={codes} onDone={done} />
          ) : doing === 'setup' ? (
            <FactorSetup onDone={done} />
          ) : (
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <div>
                <p className="flex items-center gap-2">
                  <Badge tone={factor.data.isOn ? 'success' : 'neutral'}>
                    {factor.data.isOn ? 'On' : 'Off'}
                  </Badge>
                  {factor.data.since ? (
                    <span className="text-muted">since {shortDate(factor.data.since, zone)}</span>
                  ) : null}
                </p>
                <p className="mt-1 text-sm text-muted">
                  {factor.data.isOn
                    ? `${factor.data.codesLeft} recovery ${factor.data.codesLeft === 1 ? 'code is' : 'codes are'} left.`
                    : 'Your password alone signs you in.'}
                  {factor.data.isRequired ? ' Your organization requires it of everyone.' : ''}
                </p>
              </div>
              <div className="flex flex-wrap gap-2">
                {factor.data.isOn ? (
                  <>
                    <Button onClick={() => setDoing('renew')}>New recovery codes</Button>
                    {factor.data.isRequired ? null : (
                      <Button look="danger-quiet" onClick={() => setDoing('off')}>
                        Turn off
                      </Button>
                    )}
                  </>
                ) : (
                  <Button look="primary" onClick={() => setDoing('setup')}>
                    Set up
                  </Button>
                )}
              </div>
            </div>
          )}
        </div>
      ) : factor.error ? (
        <ErrorState
          title="Two-factor sign-in could not be loaded"
          error={factor.error}
          onRetry={() => void factor.refetch()}
        />
      ) : (
        <Loading label="Loading two-factor sign-in" className="p-5">
          <Skeleton className="h-9 rounded-md" />
        </Loading>
      )}
      {doing === 'renew' && codes === null ? (
        <PasswordDialog
          title="New recovery codes"
          text="The codes that you have now work no more."
          action="Make new codes"
          busy="Making..."
          onConfirm={async (currentPassword) => {
            setCodes((await call(renewCodes, { body: { currentPassword } })).recoveryCodes);
          }}
          onClose={() => setDoing(null)}
        />
      ) : null}
      {doing === 'off' ? (
        <PasswordDialog
          title="Turn off two-factor sign-in?"
          text="Your password alone will sign you in again."
          action="Turn off"
          busy="Turning off..."
          look="danger"
          onConfirm={async (currentPassword) => {
            await call(turnOff, { body: { currentPassword } });
            toast({ title: 'Two-factor sign-in is off' });
            done();
          }}
          onClose={() => setDoing(null)}
        />
      ) : null}
    </Section>
  );
}
