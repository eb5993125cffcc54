import type { SavedView } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { menuHeadLook } from '../../../ui/menu-look'
import { Skeleton } from '../../../ui/skeleton'
import { FormProblem, useWorkspace } from '../../identity'
import { type ViewList, type ViewSearch, viewsQuery } from './queries'
import { SaveView } from './save-view'
import { ViewRow } from './view-row'

interface ViewsProps {
  readonly list: ViewList
  /** The state that can be saved; null if nothing is filtered or sorted. */
  readonly shown: ViewSearch | null
  readonly isShown: (kept: ViewSearch) => boolean
  readonly onOpen: (kept: ViewSearch) => void
  readonly onSaved: () => void
}

/** The popover: the user's own views, shared views, and a form to save one. */
export function Views({ list, shown, isShown, onOpen, onSaved }: ViewsProps) {
  const t = useText()
  const { environment, organization } = useWorkspace()
  const views = useQuery(viewsQuery(environment.id, list))
  const box = useRef<HTMLDivElement>(null)
  if (views.data === undefined) return views.error ? <Failed views={views} /> : <Loading />
  const groups = [
    { heading: t('library:views.mine'), items: views.data.filter(({ isMine }) => isMine) },
    { heading: t('library:views.others'), items: views.data.filter(({ isMine }) => !isMine) },
  ].filter(({ items }) => items.length > 0)
  const row = (view: SavedView) => (
    <ViewRow
      key={view.id}
      view={view}
      shown={shown}
      isShown={isShown(view.search)}
      onOpen={() => onOpen(view.search)}
      onGone={() => focusBeside(box.current, view.id)}
    />
  )
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {groups.length > 0 && (
        <div className="mb-1.5 max-h-72 overflow-y-auto border-b border-rule pb-1.5">
          {groups.map(({ heading, items }) => (
            <section key={heading} aria-label={heading}>
              <h2 className={menuHeadLook}>{heading}</h2>
              <ul>{items.map(row)}</ul>
            </section>
          ))}
        </div>
      )}
      {shown === null ? (
        <p className="p-2 text-13 text-pretty text-ink-2">{t('library:views.plain')}</p>
      ) : (
        organization.isActive && (
          <SaveView
            list={list}
            shown={shown}
            own={views.data.filter(({ isMine }) => isMine).length}
            onSaved={onSaved}
          />
        )
      )}
    </div>
  )
}

interface FailedProps {
  readonly views: {
    readonly error: Error | null
    readonly isFetching: boolean
    readonly refetch: () => Promise<unknown>
  }
}

function Failed({ views }: FailedProps) {
  const t = useText()
  return (
    <div className="flex flex-col items-start gap-3 p-2 text-13">
      <p className="font-mid">{t('library:views.failed')}</p>
      <FormProblem error={views.error} />
      <Button busy={views.isFetching} onPress={() => void views.refetch()}>
        {t('ui:tryNow')}
      </Button>
    </div>
  )
}

function Loading() {
  return (
    <div aria-busy className="flex flex-col gap-2 p-2">
      {['w-40', 'w-56', 'w-48'].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  )
}

/** Before a row disappears: moves focus to its neighbor, or to the form that saves a view. */
function focusBeside(box: HTMLDivElement | null, id: string): void {
  const rows = [...(box?.querySelectorAll<HTMLElement>('[data-view]') ?? [])]
  const place = rows.findIndex(({ dataset }) => dataset.view === id)
  const beside = rows[place + 1] ?? rows[place - 1]
  const stands = beside?.querySelector('button') ?? box?.querySelector<HTMLElement>('form input') ?? box
  stands?.focus()
}
