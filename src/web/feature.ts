import type { ComponentType } from 'react';
import type { z } from 'zod';
import type { ModuleType } from '#shared/modules.ts';
import type { RealtimeEvent } from '#shared/realtime.ts';
import type { ToastInput } from './toast.ts';

type Lazy<Value> = () => Promise<Value>;
export type Screen = Lazy<{ Screen: ComponentType }>;

/** A page of its own. `public`: no sign-in; `workspace`: inside the signed-in frame; `bare`: signed in, without the frame. */
export interface FeatureRoute {
  path: string;
  access: 'public' | 'workspace' | 'bare';
  screen: Screen;
}

export type TabKey = 'social' | 'leads' | 'outreach' | 'calls' | 'support';

/** A tab of the dashboard. */
export interface FeatureTab {
  key: TabKey;
  name: string;
  order: number;
  /** The sold module behind it; null = none. */
  module: ModuleType | null;
  /** What its badge counts in the dashboard's figures; 0 for a demonstration, which has none; a tab without figures has no badge. */
  counts: 'leads' | 'socialPosts' | 'prospects' | 0 | null;
  /** Not to be had yet: dimmed. */
  coming: boolean;
  /** Second key of its `g …` shortcut. */
  shortcut: string;
  screen: Screen;
}

/** What a realtime message does: what to say at once, and what to read again after a delay. */
export interface Reaction {
  event: RealtimeEvent;
  delayMs: number;
  read: (data: unknown) => { say: ToastInput | null; apply: () => void | Promise<void> };
}

interface ReactionTo<Data> {
  delayMs: number;
  toast: (data: Data) => ToastInput | null;
  apply: (data: Data) => void | Promise<void>;
}

/** Ties the data of an event to its reaction, which gets it typed and checked; data that does not fit does nothing. */
export function reaction<Data extends z.ZodType>(
  event: RealtimeEvent<string, Data>,
  to: ReactionTo<z.output<Data>>,
): Reaction {
  return {
    event,
    delayMs: to.delayMs,
    read: (data) => {
      const parsed = event.data.safeParse(data);
      if (!parsed.success) return { say: null, apply: () => undefined };
      return { say: to.toast(parsed.data), apply: () => to.apply(parsed.data) };
    },
  };
}

/** What the sections of the Integrations tab are about, in the order of its navigation. */
export const settingsTopics = {
  email: 'Email',
  social: 'Social media',
  meetings: 'Meetings',
  ai: 'AI',
} as const;
export type SettingsTopic = keyof typeof settingsTopics;

/** A section of the Admin panel's Integrations tab, below the others of its topic. */
export interface FeatureSettings {
  topic: SettingsTopic;
  order: number;
  section: Lazy<{ Section: ComponentType }>;
}

/** The web half of a feature. Everything heavy is behind a function, so that a manifest costs next to nothing. */
export interface WebFeature {
  name: string;
  routes?: readonly FeatureRoute[];
  tabs?: readonly FeatureTab[];
  settings?: readonly FeatureSettings[];
  reactions?: Lazy<{ reactions: readonly Reaction[] }>;
}
