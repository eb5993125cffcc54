import type { AlertMute, AlertRule } from '@kinora/contract'
import { ruleBody } from '@kinora/contract/alerts/rules'
import { type AlertCondition, anomalyWindowS, comparedS, metricFacts } from '@kinora/contract/alerts/values'
import { issueMessage } from '@kinora/contract/issue-message'
import type { Translate } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import type { PreviewBody, RuleBody } from '../queries'

/** A rule as it is typed: numbers are text. */
export interface Draft
  extends Pick<
    AlertRule,
    | 'name'
    | 'metric'
    | 'groupBy'
    | 'windowS'
    | 'condition'
    | 'periodS'
    | 'forS'
    | 'quietS'
    | 'severity'
    | 'channelIds'
    | 'remindS'
    | 'escalateS'
    | 'escalateIds'
  > {
  readonly objectIds: string[]
  readonly threshold: string
  /** Empty for the default. */
  readonly recovery: string
  readonly mutes: AlertMute[]
}

export const emptyDraft: Draft = {
  name: '',
  metric: 'live.offline',
  objectIds: [],
  groupBy: 'object',
  windowS: 60,
  condition: 'above',
  threshold: '10',
  recovery: '',
  periodS: 3600,
  forS: 0,
  quietS: 60,
  severity: 'critical',
  channelIds: [],
  remindS: null,
  escalateS: null,
  escalateIds: [],
  mutes: [],
}

export function draftOf(rule: AlertRule): Draft {
  const { name, metric, groupBy, windowS, condition, periodS, forS, quietS, severity, remindS, escalateS } =
    rule
  return {
    name,
    metric,
    groupBy,
    windowS,
    condition,
    periodS,
    forS,
    quietS,
    severity,
    remindS,
    escalateS,
    escalateIds: [...rule.escalateIds],
    channelIds: [...rule.channelIds],
    objectIds: [...rule.filters.objectIds],
    threshold: String(rule.threshold),
    recovery: rule.recovery === null ? '' : String(rule.recovery),
    mutes: [...rule.mutes],
  }
}

/** Another metric keeps only what is possible with it. */
export function withMetric(draft: Draft, metric: Draft['metric']): Draft {
  const { groupings, source, historyS } = metricFacts(metric)
  const isSameSource = metricFacts(draft.metric).source === source
  return {
    ...draft,
    metric,
    groupBy: groupings.includes(draft.groupBy) ? draft.groupBy : (groupings[0] ?? 'none'),
    objectIds: isSameSource ? draft.objectIds : [],
    condition: historyS < draft.windowS + comparedS(draft) ? 'above' : draft.condition,
  }
}

/** The usual score of an anomaly, and a window that is long enough for it. */
const anomaly = { threshold: '3.5', recovery: '', windowS: 300 } as const

/** Scores are no values, so a threshold of one is none of the other. */
export function withCondition(draft: Draft, condition: AlertCondition): Draft {
  if (condition !== 'anomaly' || draft.condition === 'anomaly') return { ...draft, condition }
  const { least, most } = anomalyWindowS
  const fits = draft.windowS >= least && draft.windowS <= most
  return { ...draft, ...anomaly, condition, windowS: fits ? draft.windowS : anomaly.windowS }
}

/** The request. Numbers that cannot be read are NaN. */
export function bodyOf({ objectIds, threshold, recovery, ...rest }: Draft) {
  return {
    ...rest,
    escalateIds: rest.escalateS === null ? [] : rest.escalateIds,
    filters: { objectIds },
    threshold: numberIn(threshold),
    recovery: recovery.trim() === '' ? null : numberIn(recovery),
  } satisfies RuleBody
}

/** The request for a preview. Null while the numbers cannot be read. */
export function previewOf(draft: Draft): PreviewBody | null {
  const {
    name: _name,
    severity: _severity,
    channelIds: _ids,
    remindS: _remind,
    escalateS: _escalate,
    escalateIds: _further,
    mutes: _mutes,
    ...watched
  } = bodyOf(draft)
  return Number.isNaN(watched.threshold) || Number.isNaN(watched.recovery ?? 0) ? null : watched
}

/** Digits as they are typed: a comma can separate the decimals. */
function numberIn(text: string): number {
  const plain = text.trim().replace(',', '.')
  return plain === '' ? Number.NaN : Number(plain)
}

/** Finds the faults in a draft, by field. */
export function draftFaults(t: Translate, draft: Draft): Readonly<Record<string, string>> {
  const body = bodyOf(draft)
  const faults: [string, string][] = []
  if (Number.isNaN(body.threshold)) faults.push(['threshold', t('alerts:form.numberNeeded')])
  if (Number.isNaN(body.recovery ?? 0)) faults.push(['recovery', t('alerts:form.numberNeeded')])
  const parsed = ruleBody.safeParse(body, { error: issueMessage })
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) {
      const field = String(path[0])
      if (faults.every(([name]) => name !== field))
        faults.push([field, field === 'mutes' ? t('alerts:form.time') : messageText(t, message)])
    }
  return Object.fromEntries(faults)
}
