import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { Page } from '../../../ui/page'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { layoutsQuery, sourcesQuery } from '../queries'
import { shownWall } from '../shown-wall'
import { useTileKinds } from '../use-tile-kinds'
import { ArrangeDialog } from './arrange-dialog'
import { NoTiles } from './no-tiles'
import { useFullScreen } from './use-full-screen'
import { useRotation } from './use-rotation'
import { useSourceEvents } from './use-source-events'
import { LoadingWall, WallStage } from './wall-stage'
import { WallTools } from './wall-tools'

const route = getRouteApi('/$environmentId/monitoring')

/** The wall: many streams at once. */
export function MonitoringScreen() {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const rights = useRights('Livestreams', 'Livestream')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const kinds = useTileKinds()
  const sources = useQuery({ ...sourcesQuery(environment.id, [...kinds.keys()]), enabled: rights.read })
  const layouts = useQuery({ ...layoutsQuery(environment.id), enabled: rights.read })
  useSourceEvents(environment.id, kinds)
  const [isArranging, setArranging] = useState(false)
  const stage = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(stage)

  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }), replace: true, resetScroll: false })
  const isReady = sources.data !== undefined && layouts.data !== undefined
  const wall = shownWall(search, layouts.data ?? [], sources.data?.items ?? [])
  const showPage = (page: number) => change({ page })
  const rotation = useRotation(wall, showPage)

  // An address with a page that is no longer there.
  const isBeyond = isReady && search.page > wall.pages
  useEffect(() => {
    if (isBeyond) void navigate({ search: (old) => ({ ...old, page: 1 }), replace: true })
  }, [isBeyond, navigate])

  const title = t('monitoring:title')
  if (!rights.read) return <Page title={title} noAccess={<NoAccess what={title} />} />
  const failed = sources.error !== null ? sources : layouts
  return (
    <Page
      title={title}
      beside={
        isReady &&
        wall.tiles.length > 0 && (
          <span className="tabular text-13 text-ink-3">
            {t('monitoring:wall.count', {
              count: wall.tiles.filter(Boolean).length,
              of: format.number(sources.data.totalItems),
            })}
          </span>
        )
      }
      actions={
        isReady &&
        sources.data.totalItems > 0 && (
          <WallTools
            wall={wall}
            layouts={layouts.data}
            rotation={rotation}
            onChange={change}
            onArrange={() => setArranging(true)}
            onFullScreen={fullScreen.toggle}
          />
        )
      }
    >
      {isReady ? (
        wall.tiles.length > 0 ? (
          <WallStage
            ref={stage}
            wall={wall}
            rotation={rotation}
            isFull={fullScreen.isFull}
            onPage={showPage}
          />
        ) : (
          <NoTiles hasSources={sources.data.totalItems > 0} onArrange={() => setArranging(true)} />
        )
      ) : failed.error ? (
        <ListFault title={t('monitoring:wall.failed')} list={failed} />
      ) : (
        <LoadingWall />
      )}
      {isArranging && (
        <ArrangeDialog
          tiles={wall.tiles}
          onClose={() => setArranging(false)}
          onDone={(tiles) => {
            setArranging(false)
            change({ tiles: [...tiles] })
          }}
        />
      )}
    </Page>
  )
}
