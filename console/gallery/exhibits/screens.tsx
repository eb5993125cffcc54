import { FilmSlate } from '@phosphor-icons/react/dist/csr/FilmSlate'
import { useQuery } from '@tanstack/react-query'
import { Problem } from '../../src/lib/problem'
import { Breadcrumbs } from '../../src/ui/breadcrumbs'
import { Button } from '../../src/ui/button'
import { FirstUse } from '../../src/ui/first-use'
import { ListScreen } from '../../src/ui/list-screen'
import { ListSearch } from '../../src/ui/list-search'
import { ListTools } from '../../src/ui/list-tools'
import { NothingFound } from '../../src/ui/nothing-found'
import { ObjectPage } from '../../src/ui/object-page'
import { ObjectScreen } from '../../src/ui/object-screen'
import { Paged } from '../../src/ui/paged'
import { State } from '../../src/ui/state'
import { StatusMark } from '../../src/ui/status-mark'
import { TabLink, TabLinks } from '../../src/ui/tab-links'
import { TextLink } from '../../src/ui/text-link'
import type { Exhibit } from '../exhibit'
import { useWords } from '../words'

const ignore = () => undefined

export const nothingFound: Exhibit = {
  name: 'nothing-found',
  files: ['list-screen.tsx', 'list-search.tsx', 'list-tools.tsx', 'nothing-found.tsx'],
  isPage: true,
  Show: () => <List isNarrowed />,
}

export const firstUse: Exhibit = {
  name: 'first-use',
  files: ['first-use.tsx'],
  isPage: true,
  Show: () => <List isNarrowed={false} />,
}

/** A list without objects: those that a search hides, or all. */
function List({ isNarrowed }: { readonly isNarrowed: boolean }) {
  const words = useWords()
  const list = useQuery({ queryKey: ['nothing'], queryFn: () => ({ items: [], totalItems: 0 }) })
  const create = <Button variant="primary">{words.action}</Button>
  return (
    <ListScreen
      title={words.name}
      noAccess={false}
      primary={create}
      list={list}
      isNarrowed={isNarrowed}
      firstUse={
        <FirstUse
          picture={<FilmSlate size={40} />}
          title={words.other}
          about={words.sentence}
          steps={words.choices}
        >
          {create}
        </FirstUse>
      }
      tools={
        <ListTools>
          <ListSearch label={words.label} phrase={words.name} onChange={ignore} />
        </ListTools>
      }
    >
      <Paged
        list={list}
        page={1}
        onPage={ignore}
        failed={words.error}
        empty={
          <NothingFound title={words.other} clear={words.action} onClear={ignore}>
            {words.sentence}
          </NothingFound>
        }
      >
        {null}
      </Paged>
    </ListScreen>
  )
}

export const object: Exhibit = {
  name: 'object',
  files: ['object-page.tsx', 'object-screen.tsx'],
  isPage: true,
  Show: () => <OneObject queryKey="object" answer={() => Promise.resolve('')} />,
}

export const objectGone: Exhibit = {
  name: 'object-gone',
  files: ['object-state.tsx'],
  isPage: true,
  Show: () => <OneObject queryKey="gone" answer={() => Promise.reject(new Problem('not-found', 404))} />,
}

interface OneObjectProps {
  readonly queryKey: string
  readonly answer: () => Promise<string>
}

function OneObject({ queryKey, answer }: OneObjectProps) {
  const words = useWords()
  const query = useQuery({ queryKey: [queryKey], queryFn: answer, retry: false })
  return (
    <ObjectScreen
      title={words.label}
      query={query}
      noAccess={false}
      skeleton={null}
      gone={
        <State icon={<FilmSlate size={20} />} title={words.other}>
          {words.sentence}
        </State>
      }
      failed={words.error}
    >
      {() => (
        <ObjectPage
          name={words.name}
          crumbs={
            <Breadcrumbs>
              <TextLink to="/">{words.other}</TextLink>
            </Breadcrumbs>
          }
          beside={<StatusMark tone="good">{words.choice}</StatusMark>}
          actions={<Button variant="primary">{words.action}</Button>}
          tabs={
            <TabLinks label={words.label}>
              <TabLink to="/">{words.name}</TabLink>
            </TabLinks>
          }
        >
          <p>{words.sentence}</p>
        </ObjectPage>
      )}
    </ObjectScreen>
  )
}
