import type { VconnectInput } from '@kinora/contract'
import { type TsFaultId, tsFaults } from '@kinora/contract/vconnect/values'
import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { CopyText } from '../../../ui/copy-text'
import { IconButton } from '../../../ui/icon-button'
import { ObjectPage } from '../../../ui/object-page'
import { Section } from '../../../ui/section'
import { StatusMark } from '../../../ui/status-mark'
import { useRights, useWorkspace } from '../../identity'
import { InputMenu } from '../bay/end-menu'
import { ConnectStatus, InputStatus, useKindText, useReasonText } from '../bay/link-status'
import { useFigureText } from '../page/charts'
import { Course, WindowChoice } from '../page/course'
import { BayCrumbs, EndScreen } from '../page/end-screen'
import { Fact } from '../page/fact'
import { FigureList } from '../page/figure-list'
import { neededLatencyMs } from '../page/figures'
import { StreamName } from '../page/stream-name'
import { bayQuery, inputMonitorsQuery, inputQuery } from '../queries'
import { StandbySection } from './standby'
import { StreamKey } from './stream-key'

const route = getRouteApi('/$environmentId/v-connect_/$inputId')

/** The page of an input: how it is, what is inside, and where it goes. */
export function InputScreen() {
  const _t = useText()
  const { inputId } = route.useParams()
  const { environment } = useWorkspace()
  const rights = useRights('V-Connect', 'Connector')
  const query = useQuery({ ...inputQuery(environment.id, inputId), enabled: rights.read })
  return (
    <EndScreen end="input" query={query}>
      {(input) => <InputPage key={input.id} input={input} />}
    </EndScreen>
  )
}

function InputPage({ input }: { readonly input: VconnectInput }) {
  const t = useText()
  const navigate = route.useNavigate()
  const { environmentId, name } = input
  const params = { environmentId }
  return (
    <ObjectPage
      name={name}
      crumbs={<BayCrumbs environmentId={environmentId} />}
      beside={<InputStatus input={input} />}
      actions={
        <InputMenu
          input={input}
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
          <Now input={input} />
          <History input={input} />
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <Setup input={input} />
          <StandbySection input={input} />
          <ConnectsOf input={input} />
          <Faults input={input} />
        </div>
      </div>
    </ObjectPage>
  )
}

/** Current figures, and the streams inside. */
function Now({ input }: { readonly input: VconnectInput }) {
  const t = useText()
  const format = useFormat()
  const text = useFigureText()
  const reason = useReasonText()(input)
  const { figures, latencyMs } = input
  if (figures === null)
    return (
      <Section title={t('vconnect:page.now')}>
        {reason !== null && (
          <div className="pt-3">
            <Banner tone="warn">{reason}</Banner>
          </div>
        )}
        <p className="pt-3 text-ink-2">{t('vconnect:page.noSignal')}</p>
      </Section>
    )
  const shown = (['kbps', 'rttMs', 'recovered', 'unrecovered'] as const).map((id) => ({
    name: t(`vconnect:page.figures.${id}`),
    value: text(id, figures[id]),
  }))
  return (
    <Section title={t('vconnect:page.now')}>
      <FigureList figures={shown} />
      {figures.unrecovered > 0 && figures.rttMs !== null && (
        <div className="pt-3">
          <Banner tone="warn">
            {t('vconnect:page.advice', { value: format.number(neededLatencyMs(figures.rttMs, latencyMs)) })}
          </Banner>
        </div>
      )}
      {(figures.fec?.neededMs ?? 0) > latencyMs && (
        <div className="pt-3">
          <Banner tone="warn">
            {t('vconnect:page.fecAdvice', { value: format.number(figures.fec?.neededMs ?? 0) })}
          </Banner>
        </div>
      )}
      {figures.streams.length > 0 && (
        <table className="mt-3 w-full text-13">
          <caption className="pb-1 text-start text-12 text-ink-3">{t('vconnect:page.streams')}</caption>
          <thead className="text-12 text-ink-3">
            <tr className="border-b border-rule-2 *:py-1.5 *:pe-3 *:text-start *:font-mid">
              <th>{t('vconnect:page.codec')}</th>
              <th>{t('vconnect:page.language')}</th>
              <th>PID</th>
              <th className="!pe-0 !text-right">{t('vconnect:page.figures.kbps')}</th>
            </tr>
          </thead>
          <tbody>
            {figures.streams.map(({ pid, codec, language, kbps }) => (
              <tr key={pid} className="border-b border-rule *:py-2 *:pe-3">
                <td className="font-mid">
                  <bdi>{codec}</bdi>
                </td>
                <td className="text-ink-2">{language ?? none}</td>
                <td className="tabular text-ink-2">{pid}</td>
                <td className="tabular !pe-0 text-right">
                  <bdi>{format.bitrate(kbps * 1000)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

/** Charts of the last hours. */
function History({ input }: { readonly input: VconnectInput }) {
  const t = useText()
  const { window } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(inputMonitorsQuery(input.environmentId, input.id, window))
  return (
    <Section title={t('vconnect:page.course')}>
      <div className="pt-3">
        <WindowChoice
          window={window}
          onChange={(next) => void navigate({ search: { window: next }, replace: true, resetScroll: false })}
        />
      </div>
      <Course list={list} window={window} failed={t('vconnect:page.failed')} />
    </Section>
  )
}

/** How to reach it, and who does. */
function Setup({ input }: { readonly input: VconnectInput }) {
  const t = useText()
  const format = useFormat()
  const kindText = useKindText()
  const isListener = input.kind !== 'udp' && input.kind !== 'rtp' && input.mode === 'listener'
  return (
    <Section title={kindText(input)}>
      <dl className="mt-1 text-13">
        <Fact name={t(`vconnect:page.${isListener ? 'sendTo' : 'from'}`)}>
          {input.livestream === null ? <CopyText text={input.address} /> : <StreamName end={input} />}
        </Fact>
        {input.localPort !== null && (
          <Fact name={t('vconnect:page.localPort')}>
            <CopyText text={String(input.localPort)} />
          </Fact>
        )}
        {input.kind === 'srt' && (
          <Fact name={t('vconnect:page.encryption')}>
            {t(`vconnect:page.${input.hasPassphrase ? 'encrypted' : 'plain'}`)}
          </Fact>
        )}
        {(input.kind === 'srt' || input.kind === 'rtp') && (
          <Fact name={t('vconnect:page.latency')}>
            <bdi>{t('vconnect:page.ms', { value: format.number(input.latencyMs) })}</bdi>
          </Fact>
        )}
        {input.kind === 'rtp' && <FecFact input={input} />}
        {(input.kind === 'srt' || input.kind === 'udp' || input.kind === 'rtp') && (
          <Fact name={t('vconnect:page.peer')}>
            <bdi className="ltr tabular">{input.peer ?? none}</bdi>
          </Fact>
        )}
        <Fact name={t('vconnect:page.since')}>
          {input.stateAt === null ? none : format.stamp(input.stateAt)}
        </Fact>
      </dl>
      {input.kind === 'rtmp' && <StreamKey input={input} />}
    </Section>
  )
}

/** The forward error correction that comes. */
function FecFact({ input: { fec, figures } }: { readonly input: VconnectInput }) {
  const t = useText()
  const format = useFormat()
  const matrix = figures?.fec ?? null
  return (
    <Fact name={t('vconnect:page.fec')}>
      {fec === 'none' ? (
        t('vconnect:form.fecModes.none')
      ) : matrix === null ? (
        t('vconnect:page.fecWaiting')
      ) : (
        <bdi>
          {t('vconnect:page.fecMatrix', {
            columns: format.number(matrix.columns),
            rows: format.number(matrix.rows),
          })}
        </bdi>
      )}
    </Fact>
  )
}

/** The connects of an input. */
function ConnectsOf({ input }: { readonly input: VconnectInput }) {
  const t = useText()
  const format = useFormat()
  const reasonText = useReasonText()
  const { data: bay } = useQuery(bayQuery(input.environmentId))
  const connects = bay?.connects.filter(({ inputId }) => inputId === input.id) ?? []
  return (
    <Section title={t('vconnect:page.connects')}>
      {connects.length === 0 ? (
        <p className="pt-3 text-ink-2">{t('vconnect:page.noConnects')}</p>
      ) : (
        <ul>
          {connects.map((connect) => (
            <li key={connect.id} className="flex min-h-10 items-center gap-3 border-b border-rule text-13">
              <Link
                to="/$environmentId/v-connect/destinations/$destinationId"
                params={{ environmentId: input.environmentId, destinationId: connect.destinationId }}
                className="cut min-w-0 flex-1 font-mid hover:underline"
                dir="auto"
              >
                <bdi>{bay?.destinations.find(({ id }) => id === connect.destinationId)?.name ?? none}</bdi>
              </Link>
              <span className="cut min-w-0 text-12 text-ink-3">{reasonText(connect)}</span>
              <ConnectStatus connect={connect} />
              {connect.figures !== null && (
                <span className="tabular">
                  <bdi>{format.bitrate(connect.figures.kbps * 1000)}</bdi>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** The checks of ETSI TR 101 290, with what was found. */
function Faults({ input: { figures } }: { readonly input: VconnectInput }) {
  const t = useText()
  if (figures === null) return null
  const found = new Map(figures.faults.map((fault) => [fault.id, fault]))
  return (
    <Section title={t('vconnect:page.faults')} about={t('vconnect:page.faultsAbout')}>
      {(['first', 'second'] as const).map((priority) => (
        <div key={priority} className="pt-3">
          <h3 className="pb-1 text-12 text-ink-3">{t(`vconnect:page.priority.${priority}`)}</h3>
          <ul className="grid grid-cols-2 gap-x-6">
            {tsFaults[priority].map((id: TsFaultId) => (
              <FaultRow key={id} id={id} fault={found.get(id)} />
            ))}
          </ul>
        </div>
      ))}
    </Section>
  )
}

interface FaultRowProps {
  readonly id: TsFaultId
  readonly fault: { readonly count: number; readonly lastAt: string } | undefined
}

function FaultRow({ id, fault }: FaultRowProps) {
  const t = useText()
  const format = useFormat()
  return (
    <li
      className="flex min-h-8 items-center justify-between gap-2 border-b border-rule"
      title={fault && format.exactTime(fault.lastAt)}
    >
      <StatusMark tone={fault === undefined ? 'good' : 'bad'}>
        {t(`vconnect:page.faultNames.${id}`)}
      </StatusMark>
      <span className="tabular text-13">{format.number(fault?.count ?? 0)}</span>
    </li>
  )
}
