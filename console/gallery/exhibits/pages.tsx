import { FilmSlate } from '@phosphor-icons/react/dist/csr/FilmSlate'
import { useQuery } from '@tanstack/react-query'
import { Problem } from '../../src/lib/problem'
import { Breadcrumbs } from '../../src/ui/breadcrumbs'
import { Button } from '../../src/ui/button'
import { ErrorState } from '../../src/ui/error-state'
import { ListFault } from '../../src/ui/list-fault'
import { NoPermission } from '../../src/ui/no-permission'
import { Page } from '../../src/ui/page'
import { Section } from '../../src/ui/section'
import { SettingsPage } from '../../src/ui/settings-page'
import { State } from '../../src/ui/state'
import { StatusMark } from '../../src/ui/status-mark'
import { TextLink } from '../../src/ui/text-link'
import type { Exhibit } from '../exhibit'
import { useWords } from '../words'

const ignore = () => undefined
const passing = new Problem('internal', 500, { requestId: '0199a000-0000-7000-8000-000000000000' })

export const page: Exhibit = {
  name: 'page',
  files: ['page.tsx', 'section.tsx'],
  isPage: true,
  Show: WholePage,
}

function WholePage() {
  const words = useWords()
  return (
    <Page
      title={words.name}
      crumbs={
        <Breadcrumbs>
          <TextLink to="/">{words.other}</TextLink>
        </Breadcrumbs>
      }
      beside={<StatusMark tone="live">{words.choice}</StatusMark>}
      actions={<Button variant="primary">{words.action}</Button>}
    >
      <Section title={words.other} about={words.sentence}>
        <p>{words.sentence}</p>
      </Section>
    </Page>
  )
}

export const settingsPage: Exhibit = {
  name: 'settings-page',
  files: ['settings-page.tsx'],
  isPage: true,
  Show: Tab,
}

/** Beside the list of tabs the page has its own heading, which a phone hides. */
function Tab() {
  const words = useWords()
  return (
    <>
      <h1 className="text-22 font-head max-md:hidden">{words.other}</h1>
      <SettingsPage title={words.name} about={words.sentence} actions={<Button>{words.action}</Button>}>
        <Section title={words.label} about={words.sentence}>
          <p>{words.sentence}</p>
        </Section>
      </SettingsPage>
    </>
  )
}

export const emptyPage: Exhibit = {
  name: 'states',
  files: ['no-permission.tsx', 'state.tsx'],
  Show: States,
}

function States() {
  const words = useWords()
  return (
    <div className="flex flex-col gap-4 pt-4">
      <State
        icon={<FilmSlate size={20} />}
        title={words.name}
        actions={<Button variant="primary">{words.action}</Button>}
        foot={words.help}
      >
        {words.sentence}
      </State>
      <NoPermission what={words.name} role={words.choice} actions={<Button>{words.action}</Button>} />
    </div>
  )
}

export const failedPage: Exhibit = {
  name: 'failures',
  files: ['error-state.tsx', 'list-fault.tsx'],
  isPage: true,
  Show: Failures,
}

function Failures() {
  const words = useWords()
  const list = useQuery({
    queryKey: ['failure'],
    queryFn: () => Promise.reject(new Problem('forbidden', 403)),
    retry: false,
  })
  return (
    <>
      <ErrorState
        title={words.error}
        error={passing}
        safe={words.sentence}
        onRetry={ignore}
        actions={<Button>{words.action}</Button>}
        headingLevel={1}
      />
      <ErrorState
        title={words.other}
        error={new Error('not a problem of the contract')}
        onRetry={ignore}
        busy
      />
      <ListFault title={words.name} safe={words.sentence} list={list} />
    </>
  )
}
