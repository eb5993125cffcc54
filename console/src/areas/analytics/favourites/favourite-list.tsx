import type { FavouriteFilter } from '@kinora/contract'
import { favouriteLimits } from '@kinora/contract/analytics/values'
import { useQuery } from '@tanstack/react-query'
import { isolate } from '../../../lib/browser/isolate'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { NameForm } from '../../../ui/name-form'
import { NamedList } from '../../../ui/named-list'
import { toast } from '../../../ui/toast-store'
import { FormProblem, useWorkspace } from '../../identity'
import { useChangeView, useView } from '../view'
import { type Choices, choicesOf, isShown, setFilters } from './choices'
import { FavouriteRow } from './favourite-row'
import { favouritesQuery, useCreateFavourite } from './queries'

/** The popover with the favorites and a form that saves the current filters. */
export function FavouriteList({ onDone }: { readonly onDone: () => void }) {
  const t = useText()
  const { environment, organization } = useWorkspace()
  const favourites = useQuery(favouritesQuery(environment.id))
  const view = useView()
  const change = useChangeView()
  const choices = choicesOf(view)
  const apply = (favourite: FavouriteFilter) => {
    change({
      filters: setFilters(favourite),
      split: favourite.splitBy ?? undefined,
      ...(favourite.range !== null && { preset: favourite.range }),
    })
    onDone()
  }
  return (
    <NamedList
      list={favourites}
      failed={t('analytics:favourite.failed')}
      fault={<FormProblem error={favourites.error} />}
      rows={(items, onGone) => (
        <ul aria-label={t('analytics:favourites')}>
          {items.map((favourite) => (
            <FavouriteRow
              key={favourite.id}
              favourite={favourite}
              choices={choices}
              isShown={isShown(favourite, view)}
              onApply={() => apply(favourite)}
              onGone={() => onGone(favourite.id)}
            />
          ))}
        </ul>
      )}
    >
      {(items) =>
        choices === null ? (
          <p className="p-2 text-13 text-pretty text-ink-2">{t('analytics:favourite.plain')}</p>
        ) : (
          organization.isActive && <SaveFavourite choices={choices} own={items.length} onSaved={onDone} />
        )
      }
    </NamedList>
  )
}

interface SaveFavouriteProps {
  readonly choices: Choices
  /** Number of existing favorites. */
  readonly own: number
  readonly onSaved: () => void
}

function SaveFavourite({ choices, own, onSaved }: SaveFavouriteProps) {
  const t = useText()
  const format = useFormat()
  const create = useCreateFavourite()
  const isFull = own >= favouriteLimits.own
  return (
    <div className="p-2">
      <NameForm
        label={t('analytics:favourite.name')}
        maxLength={favouriteLimits.nameLength}
        notSaved={t('analytics:favourite.notSaved')}
        help={
          isFull
            ? t('analytics:favourite.full', { most: format.number(favouriteLimits.own) })
            : t('analytics:favourite.help')
        }
        action={t('analytics:favourite.save')}
        disabled={isFull}
        saving={create}
        bodyOf={(name) => ({ ...choices, name })}
        onSaved={(name) => {
          toast({ text: t('analytics:favourite.saved', { name: isolate(name) }), tone: 'good' })
          onSaved()
        }}
      />
    </div>
  )
}
