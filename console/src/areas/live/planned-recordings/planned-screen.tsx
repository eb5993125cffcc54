import type { PlannedRecording } from '@kinora/contract'
import { CalendarBlank } from '@phosphor-icons/react/dist/csr/CalendarBlank'
import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { IconButton } from '../../../ui/icon-button'
import { LinkButton } from '../../../ui/link-button'
import { ObjectPage } from '../../../ui/object-page'
import { ObjectScreen } from '../../../ui/object-screen'
import { Section } from '../../../ui/section'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { Facts } from '../../library'
import { useStreamEvents } from '../use-stream-events'
import { PlannedMenu, PlannedStatus } from './planned-parts'
import { plannedQuery } from './queries'

const route = getRouteApi('/$environmentId/live-recording_/planned_/$plannedId')

/** A planned recording with its videos. */
export function PlannedScreen() {
  const t = useText()
  const { plannedId } = route.useParams()
  const { environment } = useWorkspace()
  const rights = useRights('Liverecordings', 'Recording')
  const query = useQuery({ ...plannedQuery(environment.id, plannedId), enabled: rights.read })
  useStreamEvents(environment.id, 'planned_recording')
  return (
    <ObjectScreen
      title={t('live:planned.one')}
      query={query}
      noAccess={!rights.read && <NoAccess what={t('live:planned.title')} />}
      skeleton={<Skeleton className="mt-8 h-40 w-full" />}
      gone={
        <State
          icon={<CalendarBlank size={20} />}
          title={t('live:planned.gone.title')}
          actions={
            <LinkButton
              variant="primary"
              to="/$environmentId/live-recording/planned"
              params={{ environmentId: environment.id }}
            >
              {t('live:planned.gone.back')}
            </LinkButton>
          }
        >
          {t('live:planned.gone.why')}
        </State>
      }
      failed={t('live:planned.loadFailed')}
      safe={t('ui:safe')}
    >
      {(planned) => <PlannedPage planned={planned} />}
    </ObjectScreen>
  )
}

function PlannedPage({ planned }: { readonly planned: PlannedRecording }) {
  const t = useText()
  const format = useFormat()
  const navigate = route.useNavigate()
  const { environment } = useWorkspace()
  const { name, livestreamId, livestreamName, from, to, status, videoIds, addedBy } = planned
  const params = { environmentId: environment.id }
  const toList = '/$environmentId/live-recording/planned'
  return (
    <ObjectPage
      name={name}
      crumbs={
        <Breadcrumbs>
          <Link to={toList} params={params} search={{}}>
            {t('live:planned.title')}
          </Link>
        </Breadcrumbs>
      }
      beside={<PlannedStatus planned={planned} />}
      actions={
        <PlannedMenu
          planned={planned}
          onDeleted={() => void navigate({ to: toList, params, search: {} })}
          trigger={
            <IconButton outlined label={t('live:streams.actions.of', { name })}>
              <DotsThree size={16} weight="bold" />
            </IconButton>
          }
        />
      }
      tabs={null}
    >
      <div className="max-w-2xl pt-6">
        <Section title={t('live:planned.one')}>
          <Facts
            facts={[
              {
                name: t('live:planned.stream'),
                value: (
                  <Link
                    to="/$environmentId/live-stream/$streamId"
                    params={{ ...params, streamId: livestreamId }}
                    className="underline"
                  >
                    <bdi>{livestreamName}</bdi>
                  </Link>
                ),
              },
              { name: t('live:planned.from'), value: format.exactTime(from) },
              { name: t('live:planned.to'), value: format.exactTime(to) },
              { name: t('live:planned.addedBy'), value: <bdi>{addedBy}</bdi> },
            ]}
          />
          <p className="pt-4 text-ink-2">{t(`live:planned.explained.${status}`)}</p>
          {videoIds.map((contentId, index) => (
            <p key={contentId} className="pt-3">
              <LinkButton
                to="/$environmentId/live-recording/$contentId"
                params={{ ...params, contentId }}
                variant={index === 0 ? 'primary' : 'second'}
              >
                {t('live:planned.video', { number: index + 1 })}
              </LinkButton>
            </p>
          ))}
        </Section>
      </div>
    </ObjectPage>
  )
}
