// Values without schemas: the first screen of a browser loads these, and not zod.

/** Groupings of a rule: one alert for all, or one for each live stream, country and so on. */
export const alertGroupings = [
  'none',
  'object',
  'country',
  'deviceType',
  'adServer',
  'webhook',
  'queue',
  'input',
  'connect',
] as const
export type AlertGrouping = (typeof alertGroupings)[number]

/** Parts of Kinora that give metrics. Each is evaluated in steps of its own length. */
export const alertSources = [
  'live',
  'analytics',
  'ads',
  'jobs',
  'webhooks',
  'storage',
  'vconnect',
  'billing',
] as const
export type AlertSourceName = (typeof alertSources)[number]

export const alertUnits = ['s', 'ms', 'kbps', 'fps', 'dBFS', 'percent', 'count', 'GB', 'money'] as const
export type AlertUnit = (typeof alertUnits)[number]

export interface AlertMetricFacts {
  readonly source: AlertSourceName
  readonly unit: AlertUnit
  /** The first one is the default. */
  readonly groupings: readonly AlertGrouping[]
  /** Seconds over which past values are known. 0 if only the current value is. */
  readonly historyS: number
}

const live = { source: 'live', groupings: ['object'], historyS: 8 * 3600 } as const
const views = {
  source: 'analytics',
  groupings: ['none', 'object', 'country', 'deviceType'],
  historyS: 60 * 86_400,
} as const
const inputs = { source: 'vconnect', groupings: ['input'], historyS: 0 } as const
const adServers = { source: 'ads', groupings: ['none', 'adServer'], historyS: 60 * 86_400 } as const

/** Metrics that rules can watch. */
export const alertMetrics = {
  /** Seconds since the last media of a started stream that was on air. */
  'live.offline': { ...live, unit: 's' },
  'live.bitrate': { ...live, unit: 'kbps' },
  'live.frame_rate': { ...live, unit: 'fps' },
  /** The loudest second of the window. -100 without audio. */
  'live.audio_level': { ...live, unit: 'dBFS' },
  'live.dropped_frames': { ...live, unit: 'count' },
  /** Seconds since viewers see the slate. */
  'live.slate': { ...live, unit: 's' },
  'live.viewers': { ...live, unit: 'count' },
  'views.count': { ...views, unit: 'count' },
  /** Views that are playing. */
  'views.viewers': { ...views, unit: 'count', groupings: ['none', 'object'] },
  'views.startup': { ...views, unit: 's' },
  'views.rebuffering': { ...views, unit: 'percent' },
  'views.errors': { ...views, unit: 'percent' },
  'ads.failed_requests': { ...adServers, unit: 'percent' },
  'ads.response_time': { ...adServers, unit: 'ms' },
  'jobs.waiting': { source: 'jobs', unit: 'count', groupings: ['none', 'queue'], historyS: 0 },
  /** Seconds that the oldest job has waited. */
  'jobs.oldest': { source: 'jobs', unit: 's', groupings: ['none', 'queue'], historyS: 0 },
  /** Seconds since which a webhook fails, or was disabled because it failed. */
  'webhooks.failing': { source: 'webhooks', unit: 's', groupings: ['webhook'], historyS: 0 },
  /** Seconds for which an input has lost its stream, for another reason than that no bytes arrive. */
  'vconnect.lost': { ...inputs, unit: 's' },
  /** Seconds since which no bytes arrive at an input that received a stream. */
  'vconnect.silent': { ...inputs, unit: 's' },
  /** Packets of the window that never came. */
  'vconnect.unrecovered': { ...inputs, unit: 'count' },
  /** Seconds for which a destination is not connected although its input receives a stream. */
  'vconnect.disconnected': { source: 'vconnect', unit: 's', groupings: ['connect'], historyS: 0 },
  /** Units of the currency of the wallet. */
  'wallet.balance': { source: 'billing', unit: 'money', groupings: ['none'], historyS: 0 },
  /** Share of the spend cap that is used. Nothing without a cap. */
  'wallet.cap_used': { source: 'billing', unit: 'percent', groupings: ['none'], historyS: 0 },
  'storage.free': { source: 'storage', unit: 'GB', groupings: ['none'], historyS: 0 },
} as const satisfies Record<string, AlertMetricFacts>

export type AlertMetric = keyof typeof alertMetrics
export const alertMetricIds = Object.keys(alertMetrics) as [AlertMetric, ...AlertMetric[]]

export function metricFacts(metric: AlertMetric): AlertMetricFacts {
  return alertMetrics[metric]
}

/** `rise` and `fall` compare with a past period, in percent. `anomaly` compares with the same hour of the last four weeks,
 * in deviations. */
export const alertConditions = ['above', 'below', 'rise', 'fall', 'anomaly', 'no-data'] as const
export type AlertCondition = (typeof alertConditions)[number]

export const alertSeverities = ['critical', 'warning'] as const
export type AlertSeverity = (typeof alertSeverities)[number]

export const alertChannelKinds = ['email', 'webhook', 'slack', 'teams', 'sms'] as const
export const smsContentTypes = ['application/json', 'application/x-www-form-urlencoded'] as const
export type AlertChannelKind = (typeof alertChannelKinds)[number]

/** `pending` waits until its time has passed, `recovering` until the metric has stayed well. */
export const alertStates = ['normal', 'pending', 'firing', 'recovering'] as const
export type AlertState = (typeof alertStates)[number]

/** Changes in the timeline of an incident. `gap`: Kinora did not evaluate the rule for a while. */
export const alertChangeKinds = [
  'opened',
  'resolved',
  'reminded',
  'escalated',
  'acknowledged',
  'noted',
  'gap',
] as const
export type AlertChangeKind = (typeof alertChangeKinds)[number]

/** Why an incident ended. */
export const alertEndReasons = ['recovered', 'gone', 'rule-changed', 'rule-disabled', 'rule-deleted'] as const
export type AlertEndReason = (typeof alertEndReasons)[number]

export const alertMessageStates = ['due', 'sent', 'failed'] as const

/** Days of the preview. */
export const previewDays = 7

export const alertLimits = {
  /** Objects of which a rule can have alerts. */
  groups: 100,
  channelsPerRule: 10,
  channelsPerEnvironment: 50,
  recipients: 20,
  /** Characters of an SMS. */
  smsLength: 160,
  smsBody: 4000,
  smsHeaders: 10,
  /** Seconds after which a channel that accepts nothing is disabled. */
  disabledAfterS: 86_400,
  filterValues: 50,
  mutes: 10,
  noteLength: 2000,
  windowS: 86_400,
  forS: 86_400,
  /** Seconds without evaluation after which a rule is shown as not working. */
  staleS: 120,
  /** Missed steps of a longer time are not evaluated. */
  catchUpS: 600,
} as const

/** Weeks with which an anomaly rule compares. */
export const anomalyWeeks = 4
/** Windows of an anomaly rule. */
export const anomalyWindowS = { least: 60, most: 3600 } as const
const WEEK_S = 7 * 86_400

/** Seconds of the past that a rule needs besides its window. */
export function comparedS({
  condition,
  periodS,
}: {
  readonly condition: AlertCondition
  readonly periodS: number
}): number {
  if (condition === 'anomaly') return anomalyWeeks * WEEK_S + 4 * 3600
  return condition === 'rise' || condition === 'fall' ? periodS : 0
}

/** The unit of the threshold: changes are in percent, scores have none. */
export function thresholdUnit(metric: AlertMetric, condition: AlertCondition): AlertUnit {
  if (condition === 'anomaly') return 'count'
  return condition === 'rise' || condition === 'fall' ? 'percent' : metricFacts(metric).unit
}

/** The value at which a firing rule recovers if it names none: a tenth away from the threshold. */
export function defaultRecovery(condition: AlertCondition, threshold: number): number {
  const gap = Math.abs(threshold) / 10
  return condition === 'below' ? threshold + gap : threshold - gap
}
