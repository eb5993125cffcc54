import type { ViewItem } from '@kinora/contract'
import { ArrowLeft } from '@phosphor-icons/react/dist/csr/ArrowLeft'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Drawer } from '../../../ui/drawer'
import { IconButton } from '../../../ui/icon-button'
import { Skeleton } from '../../../ui/skeleton'
import { type Counted, viewsQuery } from '../queries'
import { usePartName } from '../use-part-name'
import { useErrorName } from './use-error-name'
import { ViewTimeline } from './view-timeline'

interface ViewsDrawerProps {
  readonly counted: Counted
  /** The open drawer, in the form of the URL (`view.ts`). */
  readonly open: string
  readonly onOpen: (open: string) => void
}

/** The drawer with the list of views, or with one view. */
export function ViewsDrawer({ counted, open, onOpen }: ViewsDrawerProps) {
  const t = useText()
  const errorName = useErrorName()
  const close = () => onOpen('')
  const [kind = '', first = '', at = '', from = ''] = open.split(':')
  if (kind === 'view') {
    return (
      <Drawer
        title={t('analytics:oneView')}
        heading={
          <span className="flex items-center gap-2">
            <IconButton
              size="small"
              label={t('analytics:allViews')}
              onPress={() => onOpen(from === '' ? 'views' : `error:${from}`)}
            >
              <ArrowLeft size={16} className="rtl:-scale-x-100" />
            </IconButton>
            {t('analytics:oneView')}
          </span>
        }
        onClose={close}
      >
        <ViewTimeline key={first} id={first} atMs={Number(at)} />
      </Drawer>
    )
  }
  const errorCode = kind === 'error' ? first : ''
  const title =
    errorCode === '' ? t('analytics:allViews') : t('analytics:viewsWith', { error: errorName(errorCode) })
  return (
    <Drawer title={title} onClose={close}>
      <ViewRows
        counted={counted}
        errorCode={errorCode}
        onOpen={({ id, startedAt }) => onOpen(`view:${id}:${Date.parse(startedAt)}:${errorCode}`)}
      />
    </Drawer>
  )
}

interface ViewRowsProps {
  readonly counted: Counted
  readonly errorCode: string
  readonly onOpen: (view: ViewItem) => void
}

function ViewRows({ counted, errorCode, onOpen }: ViewRowsProps) {
  const t = useText()
  const format = useFormat()
  const nameOf = usePartName()
  const views = useInfiniteQuery(viewsQuery(counted, errorCode))
  if (views.isError && !views.data) {
    return (
      <p className="flex items-center gap-2 text-13 text-ink-2">
        {t('analytics:failed')}
        <Button variant="quiet" size="small" busy={views.isFetching} onPress={() => void views.refetch()}>
          {t('ui:tryNow')}
        </Button>
      </p>
    )
  }
  if (!views.data) return <Skeleton className="h-80 w-full" />
  const items = views.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <p className="text-13 text-ink-3">{t('analytics:noViews')}</p>
  const aboutOf = (view: ViewItem) =>
    [
      view.country === '' ? '' : nameOf('country', view.country),
      view.city,
      view.deviceName,
      view.partner,
    ].filter(Boolean)
  return (
    <>
      <ul className="-mt-3">
        {items.map((view) => (
          <li key={view.id} className="border-b border-rule">
            <button
              type="button"
              onClick={() => onOpen(view)}
              className="flex w-full flex-col gap-0.5 py-2 text-start text-13 hover:bg-sunk"
            >
              <span className="flex w-full items-baseline justify-between gap-3">
                <bdi className="truncate font-mid">{view.name ?? t('analytics:deleted')}</bdi>
                <span className="tabular text-ink-2">
                  {view.hasStarted ? format.duration(view.watchTime) : t('analytics:notStarted')}
                </span>
              </span>
              <span className="flex w-full items-baseline justify-between gap-3 text-12 text-ink-3">
                <bdi className="truncate">{aboutOf(view).join(' · ')}</bdi>
                <span className="tabular whitespace-nowrap">
                  {view.errorCode !== null && <span className="text-bad">{t('analytics:failedView')} </span>}
                  {format.stamp(view.startedAt)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {views.hasNextPage && (
        <div className="pt-4">
          <Button busy={views.isFetchingNextPage} onPress={() => void views.fetchNextPage()}>
            {t('analytics:moreViews')}
          </Button>
        </div>
      )}
    </>
  )
}
