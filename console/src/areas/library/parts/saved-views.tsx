import { Bookmarks } from '@phosphor-icons/react/dist/csr/Bookmarks'
import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { BareButton } from '../../../ui/bare-button'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { DialogPopover } from '../../../ui/dialog-popover'
import { IconButton } from '../../../ui/icon-button'
import { menuRowLook } from '../../../ui/menu-look'
import { TextField } from '../../../ui/text-field'
import { type SavedView, useSavedViews } from '../preferences'

/** More could not be looked through, and would fill what a device keeps. */
const MOST_VIEWS = 50

interface SavedViewsProps {
  readonly list: 'videos' | 'social' | 'dam'
  /** What of the address is kept. */
  readonly shown: SavedView['search']
  /** Nothing is filtered or sorted: there is nothing to keep. */
  readonly isPlain: boolean
  readonly onOpen: (search: SavedView['search']) => void
}

/** Filters and order by name, to come back to. */
export function SavedViews(props: SavedViewsProps) {
  const t = useText()
  return (
    <DialogPopover
      label={t('library:views.title')}
      placement="bottom end"
      className="w-72 p-1.5"
      trigger={
        <Button variant="quiet" icon={<Bookmarks size={16} />}>
          {t('library:views.title')}
        </Button>
      }
    >
      {(close) => (
        <Views
          {...props}
          onOpen={(search) => {
            props.onOpen(search)
            close()
          }}
        />
      )}
    </DialogPopover>
  )
}

function Views({ list, shown, isPlain, onOpen }: SavedViewsProps) {
  const t = useText()
  const format = useFormat()
  const [views, setViews] = useSavedViews(list)
  const [name, setName] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const without = (gone: string) => views.filter((view) => view.name !== gone)
  const given = name.trim()
  const isFull = without(given).length >= MOST_VIEWS
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (given === '' || isFull) return
    setViews([...without(given), { name: given, search: shown }])
    setName('')
  }
  const remove = (gone: string, place: number) => {
    flushSync(() => setViews(without(gone)))
    const buttons = box.current?.querySelectorAll<HTMLElement>('li button:last-child') ?? []
    const next = buttons[Math.min(place, buttons.length - 1)] ?? box.current?.querySelector('input')
    const stands = next ?? box.current
    stands?.focus()
  }
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {views.length > 0 && (
        <ul className="mb-1.5 max-h-64 overflow-y-auto border-b border-rule pb-1.5">
          {views.map((view, place) => (
            <li key={view.name} className="flex items-center gap-1">
              <BareButton
                className={cx(menuRowLook, 'min-w-0 flex-1 text-start data-hovered:bg-hover')}
                onPress={() => onOpen(view.search)}
              >
                <bdi className="min-w-0 flex-1 truncate">{view.name}</bdi>
                {isSame(view.search, shown) && (
                  <Check size={14} weight="bold" className="shrink-0" aria-label={t('library:views.shown')} />
                )}
              </BareButton>
              <IconButton
                size="small"
                label={t('library:views.remove', { name: view.name })}
                onPress={() => remove(view.name, place)}
              >
                <X size={14} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {isPlain ? (
        <p className="p-2 text-13 text-pretty text-ink-2">{t('library:views.plain')}</p>
      ) : (
        <form onSubmit={save} noValidate className="flex flex-col gap-3 p-2">
          <TextField
            label={t('library:views.name')}
            value={name}
            maxLength={60}
            onChange={setName}
            help={
              isFull ? t('library:views.full', { most: format.number(MOST_VIEWS) }) : t('library:views.help')
            }
          />
          <Button type="submit" disabled={given === '' || isFull}>
            {t('library:views.save')}
          </Button>
        </form>
      )}
    </div>
  )
}

function isSame(one: SavedView['search'], other: SavedView['search']): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
