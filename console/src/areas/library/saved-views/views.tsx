import type { SavedView } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { menuHeadLook } from '../../../ui/menu-look'
import { NamedList } from '../../../ui/named-list'
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
  const row = (view: SavedView, onGone: (id: string) => void) => (
    <ViewRow
      key={view.id}
      view={view}
      shown={shown}
      isShown={isShown(view.search)}
      onOpen={() => onOpen(view.search)}
      onGone={() => onGone(view.id)}
    />
  )
  const groupsOf = (items: readonly SavedView[]) =>
    [
      { heading: t('library:views.mine'), items: items.filter(({ isMine }) => isMine) },
      { heading: t('library:views.others'), items: items.filter(({ isMine }) => !isMine) },
    ].filter((group) => group.items.length > 0)
  return (
    <NamedList
      list={views}
      failed={t('library:views.failed')}
      fault={<FormProblem error={views.error} />}
      rows={(all, onGone) =>
        groupsOf(all).map(({ heading, items }) => (
          <section key={heading} aria-label={heading}>
            <h2 className={menuHeadLook}>{heading}</h2>
            <ul>{items.map((view) => row(view, onGone))}</ul>
          </section>
        ))
      }
    >
      {(all) =>
        shown === null ? (
          <p className="p-2 text-13 text-pretty text-ink-2">{t('library:views.plain')}</p>
        ) : (
          organization.isActive && (
            <SaveView
              list={list}
              shown={shown}
              own={all.filter(({ isMine }) => isMine).length}
              onSaved={onSaved}
            />
          )
        )
      }
    </NamedList>
  )
}
