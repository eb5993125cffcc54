// Values and limits without schemas: the first screen of a browser loads these, and not zod.

/** Networks that videos can be posted to. */
export const socialNetworks = [
  'youtube',
  'x',
  'linkedin',
  'tiktok',
  'facebook',
  'instagram',
  'vimeo',
] as const
export type SocialNetwork = (typeof socialNetworks)[number]

/** `reconnect`: the network has ended the connection, and a person must connect the account again. */
export const socialAccountStates = ['connected', 'reconnect'] as const

/** Why an account must be connected again. */
export const socialAccountReasons = ['ended', 'scopes', 'app-changed'] as const

/** `unknown`: the network may have published the post, and a person decides. */
export const socialPostStates = [
  'draft',
  'scheduled',
  'uploading',
  'processing',
  'published',
  'failed',
  'unknown',
  'canceled',
] as const
export type SocialPostState = (typeof socialPostStates)[number]

/** Causes of failures and waits of posts. */
export const socialFaults = ['account', 'video', 'quota', 'network', 'time'] as const
export type SocialFault = (typeof socialFaults)[number]

/** Why a post failed, waits, or is unknown; or what its network did with a published one. The network's own words are beside it. */
export const socialReasons = [
  'account-deleted',
  'reconnect',
  'no-app',
  'refused-account',
  'video-gone',
  'video-not-ready',
  'refused-video',
  'quota',
  'unreachable',
  'answer',
  'missed',
  'lost-answer',
  'lost-upload',
  'processing-failed',
  'processing-slow',
  'gone',
  'private-only',
  'failed',
] as const
export type SocialReason = (typeof socialReasons)[number]

export const socialPrivacies = ['public', 'unlisted', 'private'] as const
export type SocialPrivacy = (typeof socialPrivacies)[number]

/** Files of a video that follow it to a network that takes them. */
export const socialExtraKinds = ['thumbnail', 'captions'] as const

/** `missing`: the video has no such file. */
export const socialExtraStates = ['sent', 'failed', 'missing'] as const

export const socialPostLimits = {
  /** More than any network takes: its own limits are warnings until it refuses. */
  title: 300,
  text: 10_000,
  tags: 60,
  tagLength: 100,
  /** Accounts of an environment. */
  accounts: 50,
  /** Posts of an environment that wait or are under way. */
  openPosts: 1000,
  /** Posts that one request creates. */
  together: 50,
  /** Days ahead for which a post can be scheduled. */
  days: 365,
  clientId: 300,
  clientSecret: 300,
} as const

/** The path of the page that networks send people back to. */
export const socialCallbackPath = '/social/callback'
