import { messageOf } from '#web/api.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { Section } from '#web/ui/section.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { publishMode } from '../contract.ts';
import { platform, platformRules } from '../platforms.ts';
import type { SocialIntegration } from '../settings-contract.ts';
import { saveIntegration } from './save-integration.ts';

const modes = [
  { value: 'by_hand', label: 'By hand: you are told, and post it yourself' },
  { value: 'webhook', label: 'Automation webhook' },
  { value: 'direct', label: 'Directly, with a connected account' },
];
const asAll = { value: '', label: 'As for all' };

function modeOf(value: string) {
  const mode = publishMode.safeParse(value);
  return mode.success ? mode.data : null;
}

/** How posts leave: one way for all platforms, and another for single ones. */
export function PublishingForm({ integration }: { integration: SocialIntegration }) {
  const form = useForm<Record<string, string>>({
    initial: {
      mode: integration.mode,
      ...Object.fromEntries(platform.options.map((one) => [one, integration.platforms[one].mode ?? ''])),
    },
    check: () => Promise.resolve([]),
    submit: async (values) => {
      await saveIntegration(integration, {
        mode: modeOf(values.mode ?? '') ?? integration.mode,
        platforms: {
          linkedin: { mode: modeOf(values.linkedin ?? '') },
          facebook: { mode: modeOf(values.facebook ?? '') },
          instagram: { mode: modeOf(values.instagram ?? '') },
        },
      });
      toast({ title: 'Social publishing saved' });
    },
    failed: (error) =>
      toast({
        title: 'Error',
        description: messageOf(error, 'The settings were not saved.'),
        tone: 'danger',
      }),
  });
  return (
    <Section
      title="Social publishing"
      text="How posts leave the hub. By hand works at once; the other two need a webhook or a connected account below."
    >
      <form {...form.form} className="p-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField {...form.field('mode')} label="All platforms" options={modes} />
          {platform.options.map((one) => (
            <SelectField
              key={one}
              {...form.field(one)}
              label={platformRules[one].name}
              options={[asAll, ...modes]}
            />
          ))}
        </div>
        <Button type="submit" look="primary" busy={form.busy && 'Saving...'} className="mt-5">
          Save
        </Button>
      </form>
    </Section>
  );
}
