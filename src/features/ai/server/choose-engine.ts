import type { OrganizationContext } from '#server/context.ts';
import { builtinEngine } from '#server/integrations/ai/builtin/engine.ts';
import type { Engine } from '#server/integrations/ai/jobs.ts';
import type { LanguageModelOptions } from '#server/integrations/ai/language-model/engine.ts';
import { aiSettings } from './tables.ts';

export const keyPurpose = 'ai_settings.key';

/** What to ask whom: null options = the built-in engine. */
export async function modelOptions({
  db,
  services: { config, seal },
}: Pick<OrganizationContext, 'db' | 'services'>): Promise<{ options: LanguageModelOptions | null }> {
  const [own] = await db.select().from(aiSettings);
  const provider = own?.provider ?? config.ai.provider;
  if (provider === 'builtin') return { options: null };
  const operators = provider === config.ai.provider;
  const ownKey = own?.sealedKey ? seal.open(own.sealedKey, keyPurpose) : null;
  const { timeoutMs, structured, contextTokens } = config.ai;
  const options = {
    provider,
    model: own?.model ?? (operators ? config.ai.model : null),
    apiKey: ownKey ?? (operators ? config.ai.apiKey : null),
    baseUrl: operators ? config.ai.baseUrl : null,
    visionModel: operators ? config.ai.visionModel : null,
    timeoutMs,
    structured,
    contextTokens,
    allowPrivate: config.allowPrivateHosts,
  };
  return { options };
}

/**
 * The engine of an organization: its own choice with its own key, else the operator's. The address of a server is the
 * operator's only, and an organization's key goes to no other provider than the one it was entered for. The model that
 * sees pictures is named by the operator and belongs to the operator's provider: organizations that use that provider
 * have it, whoever's key they use, those with another one have none. `picture`: the question comes with one, so that
 * the engine carries the name of the model that looks at it.
 */
export async function chooseEngine(
  context: Pick<OrganizationContext, 'db' | 'services'>,
  picture = false,
): Promise<Engine> {
  const { options } = await modelOptions(context);
  if (options === null) return builtinEngine;
  const { languageModelEngine } = await import('#server/integrations/ai/language-model/engine.ts');
  return languageModelEngine(picture ? { ...options, model: options.visionModel ?? options.model } : options);
}

/** Whether the organization's engine can look at a picture. */
export async function engineSeesPictures(
  context: Pick<OrganizationContext, 'db' | 'services'>,
): Promise<boolean> {
  return (await chooseEngine(context)).seesPictures;
}
