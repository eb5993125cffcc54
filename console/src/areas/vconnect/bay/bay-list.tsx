import type { VconnectConnect, VconnectDestination, VconnectInput } from '@kinora/contract'
import { Pause } from '@phosphor-icons/react/dist/csr/Pause'
import { Play } from '@phosphor-icons/react/dist/csr/Play'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { Link } from '@tanstack/react-router'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { Section } from '../../../ui/section'
import { Table } from '../../../ui/table'
import type { Column } from '../../../ui/table-parts'
import { useRights } from '../../identity'
import type { Bay } from '../queries'
import { DestinationMenu, InputMenu } from './end-menu'
import { BackupMark, ConnectStatus, InputStatus, useEndText, useKindText, useReasonText } from './link-status'
import { type BayActions, useBayActions } from './use-bay-actions'

/** The patch bay as three tables. */
export function BayList({ bay }: { readonly bay: Bay }) {
  const t = useText()
  const actions = useBayActions(bay)
  const inputColumns = useInputColumns(bay, actions)
  return (
    <div className="flex flex-col gap-8 pt-5">
      <Section title={t('vconnect:inputs')}>
        {bay.inputs.length === 0 ? (
          <p className="pt-3 text-ink-2">{t('vconnect:none.inputs')}</p>
        ) : (
          <Table
            low
            label={t('vconnect:inputs')}
            rows={bay.inputs}
            rowKey={({ id }) => id}
            rowName={({ name }) => name}
            columns={inputColumns}
          />
        )}
      </Section>
      <Connects bay={bay} actions={actions} />
      <Destinations bay={bay} />
    </div>
  )
}

function useInputColumns(bay: Bay, actions: BayActions): readonly Column<VconnectInput>[] {
  const t = useText()
  const format = useFormat()
  const kindText = useKindText()
  const endText = useEndText()
  const reasonText = useReasonText()
  return [
    {
      id: 'name',
      head: t('vconnect:columns.name'),
      cell: ({ id, environmentId, name }) => (
        <Link
          to="/$environmentId/v-connect/$inputId"
          params={{ environmentId, inputId: id }}
          tabIndex={-1}
          dir="auto"
          title={name}
          className="own-way cut block font-mid text-ink"
        >
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      id: 'address',
      head: t('vconnect:columns.address'),
      width: '30%',
      from: 'md',
      cell: (input) => <AddressCell text={endText(input)} kind={kindText(input)} />,
    },
    {
      id: 'state',
      head: t('vconnect:columns.state'),
      width: '25%',
      cell: (input) => (
        <span className="flex min-w-0 items-baseline gap-2">
          <InputStatus input={input} />
          <BackupMark input={input} />
          <span className="cut text-12 text-ink-3 max-lg:hidden">{reasonText(input)}</span>
        </span>
      ),
    },
    {
      id: 'bitrate',
      head: t('vconnect:columns.bitrate'),
      width: '104px',
      number: true,
      from: 'sm',
      cell: ({ figures }) => (figures === null ? none : format.bitrate(figures.kbps * 1000)),
    },
    {
      id: 'menu',
      head: t('vconnect:columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (input) => <InputMenu input={input} bay={bay} onConnect={actions.connect} isOpenable />,
    },
  ]
}

function AddressCell({ text, kind }: { readonly text: string; readonly kind: string }) {
  return (
    <span className="flex min-w-0 items-baseline gap-2" title={text}>
      <code className="ltr cut font-code text-12 text-ink">{text}</code>
      <span className="shrink-0 text-12 text-ink-3 max-lg:hidden">{kind}</span>
    </span>
  )
}

interface ConnectsProps {
  readonly bay: Bay
  readonly actions: BayActions
}

function Connects({ bay, actions }: ConnectsProps) {
  const t = useText()
  const format = useFormat()
  const rights = useRights('V-Connect', 'Connector')
  const reasonText = useReasonText()
  const nameOf = (ends: readonly { readonly id: string; readonly name: string }[], id: string) =>
    ends.find((end) => end.id === id)?.name ?? none
  const titleOf = ({ inputId, destinationId }: VconnectConnect) =>
    `${nameOf(bay.inputs, inputId)} → ${nameOf(bay.destinations, destinationId)}`
  const columns: readonly Column<VconnectConnect>[] = [
    {
      id: 'input',
      head: t('vconnect:columns.input'),
      cell: ({ inputId }) => <NameCell name={nameOf(bay.inputs, inputId)} />,
    },
    {
      id: 'destination',
      head: t('vconnect:columns.destination'),
      width: '28%',
      cell: ({ destinationId }) => <NameCell name={nameOf(bay.destinations, destinationId)} />,
    },
    {
      id: 'state',
      head: t('vconnect:columns.state'),
      width: '25%',
      cell: (connect) => (
        <span className="flex min-w-0 items-baseline gap-2">
          <ConnectStatus connect={connect} />
          <span className="cut text-12 text-ink-3 max-lg:hidden">{reasonText(connect)}</span>
        </span>
      ),
    },
    {
      id: 'bitrate',
      head: t('vconnect:columns.bitrate'),
      width: '104px',
      number: true,
      from: 'sm',
      cell: ({ figures }) => (figures === null ? none : format.bitrate(figures.kbps * 1000)),
    },
    {
      id: 'menu',
      head: t('vconnect:columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (connect) => {
        const label = t('vconnect:actions.of', { name: titleOf(connect) })
        if (!rights.update && !rights.delete) return null
        return (
          <Menu label={label} trigger={<RowMenuButton label={label} />}>
            {rights.update && (
              <MenuItem
                icon={connect.enabled ? <Pause size={16} /> : <Play size={16} />}
                onAction={() => actions.switchConnect(connect)}
              >
                {t(`vconnect:actions.${connect.enabled ? 'pause' : 'resume'}`)}
              </MenuItem>
            )}
            {rights.delete && (
              <MenuItem icon={<X size={16} />} onAction={() => actions.disconnect(connect)}>
                {t('vconnect:actions.disconnect')}
              </MenuItem>
            )}
          </Menu>
        )
      },
    },
  ]
  return (
    <Section title={t('vconnect:connects')}>
      {bay.connects.length === 0 ? (
        <p className="pt-3 text-ink-2">{t('vconnect:none.connects')}</p>
      ) : (
        <Table
          low
          label={t('vconnect:connects')}
          rows={bay.connects}
          rowKey={({ id }) => id}
          rowName={titleOf}
          columns={columns}
        />
      )}
    </Section>
  )
}

function Destinations({ bay }: { readonly bay: Bay }) {
  const t = useText()
  const kindText = useKindText()
  const endText = useEndText()
  const columns: readonly Column<VconnectDestination>[] = [
    { id: 'name', head: t('vconnect:columns.name'), cell: ({ name }) => <NameCell name={name} /> },
    {
      id: 'address',
      head: t('vconnect:columns.address'),
      width: '45%',
      cell: (destination) => <AddressCell text={endText(destination)} kind={kindText(destination)} />,
    },
    {
      id: 'menu',
      head: t('vconnect:columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (destination) => <DestinationMenu destination={destination} isOpenable />,
    },
  ]
  return (
    <Section title={t('vconnect:destinations')}>
      {bay.destinations.length === 0 ? (
        <p className="pt-3 text-ink-2">{t('vconnect:none.destinations')}</p>
      ) : (
        <Table
          low
          label={t('vconnect:destinations')}
          rows={bay.destinations}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          columns={columns}
        />
      )}
    </Section>
  )
}

function NameCell({ name }: { readonly name: string }) {
  return (
    <span dir="auto" title={name} className="own-way cut block font-mid text-ink">
      <bdi>{name}</bdi>
    </span>
  )
}
