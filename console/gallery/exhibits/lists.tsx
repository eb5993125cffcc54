import { Folder } from '@phosphor-icons/react/dist/csr/Folder'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { ChoiceFilter } from '../../src/ui/choice-filter'
import { DragHandle, useDragSource } from '../../src/ui/drag'
import { Moment } from '../../src/ui/moment'
import { OneFilter } from '../../src/ui/one-filter'
import { PagedList } from '../../src/ui/paged-list'
import { Pagination } from '../../src/ui/pagination'
import { PhoneList } from '../../src/ui/phone-list'
import { PhoneMenuButton } from '../../src/ui/phone-menu-button'
import { StatusMark } from '../../src/ui/status-mark'
import { TabLink, TabLinks } from '../../src/ui/tab-links'
import { Table } from '../../src/ui/table'
import type { Column } from '../../src/ui/table-parts'
import { TextLink } from '../../src/ui/text-link'
import { Tree } from '../../src/ui/tree'
import type { Exhibit } from '../exhibit'
import { useWords } from '../words'

const ignore = () => undefined

interface Row {
  readonly id: string
  readonly title: string
}

export const lists: Exhibit = {
  name: 'lists',
  files: [
    'drag.tsx',
    'filter-chip.tsx',
    'moment.tsx',
    'paged.tsx',
    'paged-list.tsx',
    'tab-links.tsx',
    'table.tsx',
    'table-head.tsx',
    'table-row.tsx',
    'table-skeleton.tsx',
    'tree.tsx',
  ],
  Show: Lists,
}

function Lists() {
  const words = useWords()
  return (
    <div className="flex flex-col gap-4 pt-4">
      <TabLinks label={words.label}>
        <TabLink to="/">{words.name}</TabLink>
        <TabLink to="/signin">{words.other}</TabLink>
      </TabLinks>
      <div className="flex flex-wrap gap-2">
        <Several value={[]} />
        <Several value={['0', '1']} />
        <One value={undefined} />
        <One value="0" />
      </div>
      <Rows />
      <Waiting />
      <Paged />
      <Folders />
    </div>
  )
}

function useRows(): readonly Row[] {
  const words = useWords()
  return [
    { id: 'a', title: words.name },
    { id: 'b', title: words.other },
    { id: 'c', title: words.sentence },
  ]
}

function useColumns(): readonly Column<Row, 'title' | '-title'>[] {
  const words = useWords()
  return [
    {
      id: 'title',
      head: words.label,
      sorts: ['title', '-title'],
      cell: ({ title }) => <TextLink to="/">{title}</TextLink>,
    },
    {
      id: 'status',
      head: words.choice,
      width: '96px',
      cell: () => <StatusMark tone="good">{words.choice}</StatusMark>,
    },
    { id: 'size', head: 'MB', width: '64px', number: true, from: 'md', cell: () => '48' },
    {
      id: 'added',
      head: words.other,
      width: '136px',
      from: 'lg',
      cell: () => <Moment time="2026-11-03T09:30:00Z" />,
    },
  ]
}

function Rows() {
  const words = useWords()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['b']))
  const [sort, setSort] = useState<'title' | '-title'>('title')
  return (
    <Table
      label={words.label}
      columns={useColumns()}
      rows={useRows()}
      rowKey={({ id }) => id}
      rowName={({ title }) => title}
      onOpen={ignore}
      sorting={{ value: sort, onChange: setSort }}
      selection={{ selected, onChange: setSelected }}
      busy
      low
      rowShell={DraggableRow}
    />
  )
}

/** A draggable row, with its handle in an extra first cell. */
function DraggableRow({ row, children, ...rest }: ComponentProps<'tr'> & { readonly row: Row }) {
  const words = useWords()
  const { dragProps, handle } = useDragSource({
    disabled: false,
    preview: () => row.title,
    onStart: ignore,
    onEnd: ignore,
  })
  return (
    <tr {...rest} {...dragProps}>
      {children}
      <td>
        <DragHandle label={`${words.action}: ${row.title}`} handle={handle} />
      </td>
    </tr>
  )
}

function Waiting() {
  const words = useWords()
  return (
    <Table
      label={words.action}
      columns={useColumns()}
      rows={undefined}
      rowKey={({ id }) => id}
      rowName={({ title }) => title}
      selection={{ selected: new Set(), onChange: ignore }}
      skeletonRows={2}
    />
  )
}

function Paged() {
  const words = useWords()
  const items = useRows()
  const [page, setPage] = useState(2)
  const list = useQuery({ queryKey: ['rows'], queryFn: () => ({ items, totalItems: 30 }) })
  return (
    <PagedList
      label={words.other}
      list={list}
      columns={useColumns()}
      rowName={({ title }) => title}
      page={page}
      onPage={setPage}
      failed={words.error}
      empty={null}
    />
  )
}

function Folders() {
  const words = useWords()
  const node = (id: string, name: string) => ({
    id,
    name,
    href: `/${id}`,
    icon: <Folder size={14} />,
    children: [],
  })
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set(['sport']))
  return (
    <Tree
      label={words.label}
      nodes={[
        { ...node('sport', words.name), children: [node('round', words.other)] },
        { ...node('news', words.choice), children: [node('night', words.label)] },
      ]}
      current="round"
      expanded={expanded}
      onExpand={setExpanded}
      takes={() => false}
      onDrop={ignore}
    />
  )
}

export const phoneList: Exhibit = {
  name: 'phone-list',
  files: ['phone-list.tsx', 'phone-menu-button.tsx'],
  Show: OnPhones,
}

function OnPhones() {
  const words = useWords()
  return (
    <>
      <PhoneList label={words.label} items={useRows()}>
        {({ title }) => (
          <>
            <span className="flex-1">{title}</span>
            <PhoneMenuButton label={`${words.action}: ${title}`} />
          </>
        )}
      </PhoneList>
      <PhoneList label={words.other} items={undefined}>
        {() => null}
      </PhoneList>
    </>
  )
}

export const pagination: Exhibit = { name: 'pagination', files: ['pagination.tsx'], Show: Pages }

function Pages() {
  return (
    <Pagination
      pageNum={1}
      pageSize={12}
      totalItems={1284}
      onPage={ignore}
      sizes={[12, 24]}
      onPageSize={ignore}
    />
  )
}

export const filterOfSeveral: Exhibit = {
  name: 'filter-of-several',
  files: ['choice-filter.tsx', 'choice-list.tsx', 'dialog-popover.tsx'],
  opens: 'dialog',
  Show: () => <Several value={['1']} />,
}

function Several({ value }: { readonly value: readonly string[] }) {
  const words = useWords()
  const options = words.choices.map((label, at) => ({ id: String(at), label }))
  return <ChoiceFilter name={words.label} options={options} value={value} onChange={ignore} />
}

export const filterOfOne: Exhibit = {
  name: 'filter-of-one',
  files: ['one-filter.tsx', 'one-filter-list.tsx'],
  opens: 'listbox',
  Show: () => <One value="1" />,
}

function One({ value }: { readonly value: string | undefined }) {
  const words = useWords()
  const options = words.choices.map((label, at) => ({ id: String(at), label }))
  return <OneFilter name={words.label} options={options} value={value} onChange={ignore} />
}
