import type { Livestream } from '@kinora/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { useText } from '../../../lib/i18n'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { ObjectPage } from '../../../ui/object-page'
import { Skeleton } from '../../../ui/skeleton'
import { columnsLook } from '../../library'
import { OnAir } from '../streams/on-air'
import { StreamStatus } from '../streams/stream-status'
import { Overview } from './overview'
import { StreamActions } from './stream-actions'
import { StreamTabs } from './stream-tabs'

const tabs = {
  clips: lazy(async () => ({ default: (await import('../clips/clips-tab')).LiveClipsTab })),
  monitoring: lazy(async () => ({ default: (await import('../monitoring/monitoring-tab')).MonitoringTab })),
  metadata: lazy(async () => ({ default: (await import('./metadata-tab')).MetadataTab })),
  cues: lazy(async () => ({ default: (await import('../cues/cues-tab')).CuesTab })),
  customUrls: lazy(async () => ({
    default: (await import('../custom-playbacks/custom-urls-tab')).CustomUrlsTab,
  })),
}

type StreamTab = 'overview' | keyof typeof tabs

export interface StreamPageProps {
  readonly stream: Livestream
  readonly tab: StreamTab
}

/** The page of a live stream. */
export function StreamPage({ stream, tab }: StreamPageProps) {
  const t = useText()
  const navigate = useNavigate()
  const { environmentId, name, group, activeSince } = stream
  const params = { environmentId }
  const Tab = tab === 'overview' ? Overview : tabs[tab]
  return (
    <ObjectPage
      name={name}
      crumbs={
        <Breadcrumbs>
          <Link to="/$environmentId/live-stream" params={params} search={{}}>
            {t('live:streams.title')}
          </Link>
          {group !== null && (
            <Link
              to="/$environmentId/live-stream"
              params={params}
              search={{ group }}
              className="cut max-w-60"
            >
              <bdi>{group}</bdi>
            </Link>
          )}
        </Breadcrumbs>
      }
      beside={
        <span className="flex flex-wrap items-center gap-x-4 text-ink-2">
          <StreamStatus stream={stream} />
          {activeSince !== null && (
            <span className="inline-flex items-center gap-1.5">
              {t('live:stream.onAir')} <OnAir since={activeSince} />
            </span>
          )}
        </span>
      }
      actions={
        <StreamActions
          stream={stream}
          onDeleted={() => void navigate({ to: '/$environmentId/live-stream', params, search: {} })}
        />
      }
      tabs={<StreamTabs stream={stream} />}
      skeleton={<TabSkeleton />}
    >
      <Tab stream={stream} />
    </ObjectPage>
  )
}

function TabSkeleton() {
  return (
    <div aria-busy className={columnsLook}>
      <Skeleton className="h-60 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}
