import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import type { ReactNode } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Input } from 'react-aria-components/Input'
import { Collection, Header, Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { TextField } from 'react-aria-components/TextField'
import { cx } from './cx'
import { menuHeadLook, menuRowLook } from './menu-look'

export interface FinderRow {
  readonly id: string
  readonly text: string
  readonly note?: string | undefined
  readonly icon?: ReactNode
  readonly end?: ReactNode
  readonly href?: string
  readonly onAction?: () => void
}

export interface FinderSection {
  readonly id: string
  readonly heading?: string
  readonly label: string
  readonly rows: readonly FinderRow[]
}

interface FinderProps {
  readonly label: string
  readonly phrase: string
  readonly onPhrase: (phrase: string) => void
  /** The results, already filtered. */
  readonly sections: readonly FinderSection[]
  /** Called after a row was chosen. */
  readonly onDone: () => void
  readonly nothing: ReactNode
  readonly large?: boolean
  /** Beside the field: the scope of the search. */
  readonly beside?: ReactNode
}

/** A search field with results: typing keeps the focus, arrow keys select, Enter opens. */
export function Finder(props: FinderProps) {
  const { label, phrase, onPhrase, sections, onDone, nothing, large = false, beside } = props
  const shown = sections.filter(({ rows }) => rows.length > 0)
  return (
    <Autocomplete inputValue={phrase} onInputChange={onPhrase}>
      <TextField aria-label={label} autoFocus className={cx(!large && 'p-2 pb-1')}>
        <span
          className={cx(
            'flex items-center',
            large
              ? 'h-14 gap-3 border-b border-rule px-5'
              : 'h-(--h-control) gap-2 rounded-2 border border-rule-3 px-2.5 focus-within:border-focus',
          )}
        >
          <MagnifyingGlass size={large ? 20 : 14} className="shrink-0 text-ink-3" aria-hidden />
          <Input
            placeholder={label}
            className={cx('min-w-0 flex-1 bg-transparent outline-none', large ? 'text-16' : 'text-13')}
          />
          {beside}
        </span>
      </TextField>
      <Menu
        aria-label={label}
        items={shown}
        onAction={onDone}
        renderEmptyState={() => <div className="px-3 py-6 text-center text-13 text-ink-3">{nothing}</div>}
        className={cx('overflow-y-auto p-2 outline-none', large ? 'max-h-[52dvh]' : 'max-h-[60dvh]')}
      >
        {(section) => (
          <MenuSection
            id={section.id}
            items={section.rows}
            aria-label={section.label}
            className="not-first:mt-1.5 not-first:border-t not-first:border-rule not-first:pt-1.5"
          >
            {section.heading !== undefined && <Header className={menuHeadLook}>{section.heading}</Header>}
            <Collection items={section.rows}>
              {(row) => <FinderItem row={row} phrase={phrase} tall={large && row.note !== undefined} />}
            </Collection>
          </MenuSection>
        )}
      </Menu>
    </Autocomplete>
  )
}

function FinderItem({ row, phrase, tall }: { row: FinderRow; phrase: string; tall: boolean }) {
  return (
    <MenuItem
      id={row.id}
      textValue={row.text}
      {...(row.href !== undefined && { href: row.href })}
      {...(row.onAction && { onAction: row.onAction })}
      className={cx(menuRowLook, tall && 'min-h-12')}
    >
      {row.icon !== undefined && (
        <span className="grid min-w-4 shrink-0 place-items-center text-ink-2">{row.icon}</span>
      )}
      <span className="min-w-0 flex-1">
        <span dir="auto" className="cut own-way block">
          <Marked text={row.text} phrase={phrase} />
        </span>
        {row.note !== undefined && (
          <span dir="auto" className="cut own-way block text-12 text-ink-3">
            {row.note}
          </span>
        )}
      </span>
      {row.end !== undefined && <span className="tabular shrink-0 text-12 text-ink-3">{row.end}</span>}
    </MenuItem>
  )
}

/** The text with the matches emphasized. */
function Marked({ text, phrase }: { text: string; phrase: string }) {
  const at = phrase === '' ? -1 : text.toLocaleLowerCase().indexOf(phrase.toLocaleLowerCase())
  if (at < 0) return text
  const end = at + phrase.length
  return (
    <>
      {text.slice(0, at)}
      <strong className="font-head">{text.slice(at, end)}</strong>
      {text.slice(end)}
    </>
  )
}
