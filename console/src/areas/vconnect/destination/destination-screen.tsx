import type { VconnectConnect, VconnectDestination } from '@kinora/contract'
import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { CopyText } from '../../../ui/copy-text'
import { IconButton } from '../../../ui/icon-button'
import { ObjectPage } from '../../../ui/object-page'
import { Section } from '../../../ui/section'
import { useRights, useWorkspace } from '../../identity'
import { DestinationMenu } from '../bay/end-menu'
import { ConnectStatus, useKindText, useReasonText } from '../bay/link-status'
import { useFigureText } from '../page/charts'
import { Course, WindowChoice } from '../page/course'
import { BayCrumbs, EndScreen } from '../page/end-screen'
import { Fact } from '../page/fact'
import { FigureList } from '../page/figure-list'
import { StreamName } from '../page/stream-name'
import { bayQuery, connectMonitorsQuery, destinationQuery } from '../queries'

const route = getRouteApi('/$environmentId/v-connect_/destinations/$destinationId')

/** The page of a destination: how it is reached, and what each input sends to it. */
export function DestinationScreen() {
  const _t = useText()
  const { destinationId } = route.useParams()
  const { environment } = useWorkspace()
  const rights = useRights('V-Connect', 'Connector')
  const query = useQuery({ ...destinationQuery(environment.id, destinationId), enabled: rights.read })
  return (
    <EndScreen end="destination" query={query}>
      {(destination) => <DestinationPage key={destination.id} destination={destination} />}
    </EndScreen>
  )
}

function DestinationPage({ destination }: { readonly destination: VconnectDestination }) {
  const t = useText()
  const navigate = route.useNavigate()
  const { id, environmentId, name, kind } = destination
  const params = { environmentId }
  const { data: bay } = useQuery(bayQuery(environmentId))
  const connects = bay?.connects.filter(({ destinationId }) => destinationId === id)
  return (
    <ObjectPage
      name={name}
      crumbs={<BayCrumbs environmentId={environmentId} />}
      beside={null}
      actions={
        <DestinationMenu
          destination={destination}
          onDeleted={() => void navigate({ to: '/$environmentId/v-connect', params, search: {} })}
          trigger={
            <IconButton outlined label={t('vconnect:actions.of', { name })}>
              <DotsThree size={16} weight="bold" />
            </IconButton>
          }
        />
      }
      tabs={null}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-9 pt-5 lg:grid-cols-[minmax(0,1fr)_368px]">
        <div className="flex min-w-0 flex-col gap-8">
          {(kind === 'udp' || kind === 'rtp') && (
            <Banner tone="info">{t(`vconnect:destination.${kind}Note`)}</Banner>
          )}
          {connects?.length === 0 && <p className="text-ink-2">{t('vconnect:destination.none')}</p>}
          {connects?.map((connect) => (
            <FromInput
              key={connect.id}
              connect={connect}
              isSegmented={kind === 'hls' || kind === 's3'}
              inputName={bay?.inputs.find((input) => input.id === connect.inputId)?.name ?? none}
            />
          ))}
        </div>
        <Setup destination={destination} />
      </div>
    </ObjectPage>
  )
}

interface FromInputProps {
  readonly connect: VconnectConnect
  readonly inputName: string
  /** Whether segments are sent, and not frames. */
  readonly isSegmented: boolean
}

/** The stream of one input: current figures, and their course. */
function FromInput({ connect, inputName, isSegmented }: FromInputProps) {
  const t = useText()
  const format = useFormat()
  const text = useFigureText()
  const reason = useReasonText()(connect)
  const { window } = route.useSearch()
  const navigate = route.useNavigate()
  const { id, environmentId, figures } = connect
  const list = useQuery(connectMonitorsQuery(environmentId, id, window))
  return (
    <Section title={t('vconnect:from', { name: inputName })}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-3">
        <ConnectStatus connect={connect} />
        {reason !== null && <span className="text-12 text-ink-2">{reason}</span>}
        <span className="ms-auto">
          <WindowChoice
            window={window}
            onChange={(next) =>
              void navigate({ search: { window: next }, replace: true, resetScroll: false })
            }
          />
        </span>
      </div>
      {figures !== null && (
        <FigureList
          figures={[
            { name: t('vconnect:page.figures.kbps'), value: text('kbps', figures.kbps) },
            { name: t('vconnect:page.figures.rttMs'), value: text('rttMs', figures.rttMs) },
            ...(figures.queueBytes === null
              ? [
                  { name: t('vconnect:destination.resent'), value: format.number(figures.resent) },
                  { name: t('vconnect:destination.dropped'), value: format.number(figures.dropped) },
                  { name: t('vconnect:destination.receivers'), value: format.number(figures.peers) },
                ]
              : [
                  { name: t('vconnect:destination.queue'), value: format.bytes(figures.queueBytes) },
                  {
                    name: t(`vconnect:destination.${isSegmented ? 'segmentsLeftOut' : 'leftOut'}`),
                    value: format.number(figures.dropped),
                  },
                ]),
          ]}
        />
      )}
      <Course list={list} window={window} failed={t('vconnect:destination.failed')} />
    </Section>
  )
}

function Setup({ destination }: { readonly destination: VconnectDestination }) {
  const t = useText()
  const format = useFormat()
  const kindText = useKindText()
  const { address, kind, mode, hasPassphrase, latencyMs, fec, fecColumns, fecRows, maxCallers } = destination
  const isListener = kind === 'srt' && mode === 'listener'
  const hasTls = /^(rtmps|https):/i.test(address)
  return (
    <Section title={kindText(destination)}>
      <dl className="mt-1 text-13">
        <Fact name={t(`vconnect:destination.${isListener ? 'callAt' : 'to'}`)}>
          {destination.livestream === null ? <CopyText text={address} /> : <StreamName end={destination} />}
        </Fact>
        {destination.localPort !== null && (
          <Fact name={t('vconnect:page.localPort')}>
            <CopyText text={String(destination.localPort)} />
          </Fact>
        )}
        {(kind === 'srt' || kind === 'rtmp' || kind === 'hls' || kind === 's3') && (
          <Fact name={t('vconnect:page.encryption')}>
            {hasTls ? 'TLS' : t(`vconnect:page.${hasPassphrase ? 'encrypted' : 'plain'}`)}
          </Fact>
        )}
        {(kind === 'srt' || kind === 'udp' || kind === 'rtp') && (
          <Fact name={t('vconnect:page.latency')}>
            <bdi>{t('vconnect:page.ms', { value: format.number(latencyMs) })}</bdi>
          </Fact>
        )}
        {kind === 'rtp' && (
          <Fact name={t('vconnect:page.fec')}>
            {t(`vconnect:form.fecModes.${fec}`)}
            {fec !== 'none' && (
              <bdi className="tabular ms-2 text-ink-3">
                {format.number(fecColumns)} × {format.number(fecRows)}
              </bdi>
            )}
          </Fact>
        )}
        {isListener && (
          <Fact name={t('vconnect:form.maxCallers')}>
            <bdi>{format.number(maxCallers)}</bdi>
          </Fact>
        )}
      </dl>
    </Section>
  )
}
