import type { Draft } from './draft'

interface Template {
  readonly id:
    | 'stream-down'
    | 'no-audio'
    | 'rebuffering'
    | 'errors'
    | 'queue'
    | 'disk'
    | 'ad-server'
    | 'webhook'
    | 'input-lost'
    | 'input-silent'
    | 'input-packets'
    | 'destination'
    | 'wallet-low'
    | 'spend-cap'
  readonly draft: Partial<Draft> & Pick<Draft, 'metric' | 'groupBy' | 'threshold'>
}

/** Rules to start from. */
export const templates: readonly Template[] = [
  {
    id: 'stream-down',
    draft: {
      metric: 'live.offline',
      groupBy: 'object',
      condition: 'above',
      threshold: '5',
      windowS: 10,
      forS: 0,
      severity: 'critical',
    },
  },
  {
    id: 'no-audio',
    draft: {
      metric: 'live.audio_level',
      groupBy: 'object',
      condition: 'below',
      threshold: '-60',
      windowS: 10,
      forS: 10,
      severity: 'critical',
    },
  },
  {
    id: 'rebuffering',
    draft: {
      metric: 'views.rebuffering',
      groupBy: 'none',
      condition: 'above',
      threshold: '2',
      windowS: 300,
      forS: 60,
      severity: 'warning',
    },
  },
  {
    id: 'errors',
    draft: {
      metric: 'views.errors',
      groupBy: 'none',
      condition: 'above',
      threshold: '3',
      windowS: 300,
      forS: 60,
      severity: 'critical',
    },
  },
  {
    id: 'queue',
    draft: {
      metric: 'jobs.oldest',
      groupBy: 'none',
      condition: 'above',
      threshold: '900',
      windowS: 60,
      forS: 60,
      severity: 'warning',
    },
  },
  {
    id: 'disk',
    draft: {
      metric: 'storage.free',
      groupBy: 'none',
      condition: 'below',
      threshold: '20',
      windowS: 60,
      forS: 0,
      severity: 'critical',
    },
  },
  {
    id: 'ad-server',
    draft: {
      metric: 'ads.failed_requests',
      groupBy: 'adServer',
      condition: 'above',
      threshold: '20',
      windowS: 300,
      forS: 0,
      severity: 'warning',
    },
  },
  {
    id: 'webhook',
    draft: {
      metric: 'webhooks.failing',
      groupBy: 'webhook',
      condition: 'above',
      threshold: '3600',
      windowS: 60,
      forS: 0,
      severity: 'warning',
    },
  },
  {
    id: 'input-lost',
    draft: {
      metric: 'vconnect.lost',
      groupBy: 'input',
      condition: 'above',
      threshold: '5',
      windowS: 10,
      forS: 0,
      severity: 'critical',
    },
  },
  {
    id: 'input-silent',
    draft: {
      metric: 'vconnect.silent',
      groupBy: 'input',
      condition: 'above',
      threshold: '5',
      windowS: 10,
      forS: 0,
      severity: 'critical',
    },
  },
  {
    id: 'input-packets',
    draft: {
      metric: 'vconnect.unrecovered',
      groupBy: 'input',
      condition: 'above',
      threshold: '10',
      windowS: 60,
      forS: 0,
      severity: 'warning',
    },
  },
  {
    id: 'destination',
    draft: {
      metric: 'vconnect.disconnected',
      groupBy: 'connect',
      condition: 'above',
      threshold: '30',
      windowS: 10,
      forS: 0,
      severity: 'critical',
    },
  },
  {
    id: 'wallet-low',
    draft: {
      metric: 'wallet.balance',
      groupBy: 'none',
      condition: 'below',
      threshold: '20',
      windowS: 60,
      forS: 0,
      severity: 'critical',
    },
  },
  {
    id: 'spend-cap',
    draft: {
      metric: 'wallet.cap_used',
      groupBy: 'none',
      condition: 'above',
      threshold: '90',
      windowS: 60,
      forS: 0,
      severity: 'warning',
    },
  },
]
