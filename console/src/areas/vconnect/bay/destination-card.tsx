import type { VconnectDestination, VconnectInput } from '@kinora/contract'
import { Pause } from '@phosphor-icons/react/dist/csr/Pause'
import { Play } from '@phosphor-icons/react/dist/csr/Play'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import { IconButton } from '../../../ui/icon-button'
import { StatusMark } from '../../../ui/status-mark'
import { useRights } from '../../identity'
import type { Cable } from './cables'
import { DestinationMenu } from './end-menu'
import { Jack, lookColor } from './input-card'
import { ConnectStatus, useEndText, useKindText, useReasonText } from './link-status'
import type { BayActions } from './use-bay-actions'
import { dropAttribute } from './use-drag'

interface DestinationCardProps {
  readonly destination: VconnectDestination
  readonly heightPx: number
  readonly cables: readonly Cable[]
  readonly actions: BayActions
  /** The input that can be connected now. */
  readonly target: VconnectInput | undefined
  /** A cable is held over it. */
  readonly isOver: boolean
  readonly onJack: () => void
}

/** A destination of the patch bay, with a row for each cable. */
export function DestinationCard(props: DestinationCardProps) {
  const { destination, heightPx, cables, actions, target, isOver, onJack } = props
  const t = useText()
  const kindText = useKindText()
  const endText = useEndText()
  const isFailing = cables.some(({ look }) => look === 'failing')
  const { id, environmentId, name } = destination
  return (
    <li
      {...(target && { [dropAttribute]: id })}
      className={cx(
        'relative rounded-2 border py-2.5 ps-4 pe-2',
        isOver ? 'border-dashed border-act bg-act-soft' : target ? 'border-dashed border-act bg-panel' : '',
        !target && (isFailing ? 'border-warn bg-warn-soft' : 'border-rule bg-panel'),
      )}
      style={{ height: heightPx }}
    >
      <div className="flex h-[45px] items-start gap-2 overflow-hidden">
        <div className="min-w-0 flex-1">
          <h3 dir="auto" title={name} className="own-way cut font-head text-ink">
            <Link
              to="/$environmentId/v-connect/destinations/$destinationId"
              params={{ environmentId, destinationId: id }}
              className="hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
          </h3>
          <p className="cut text-12 text-ink-3">
            {isOver && target ? (
              t('vconnect:drop', { name: target.name })
            ) : (
              <>
                {kindText(destination)}{' '}
                <bdi className={cx(destination.livestream === null && 'ltr')}>
                  {endText(destination).replace(/^\w+:\/\//, '')}
                </bdi>
              </>
            )}
          </p>
        </div>
        <DestinationMenu destination={destination} isOpenable />
      </div>
      {cables.length === 0 && (
        <p className="cut text-12 text-ink-3">{!isOver && t('vconnect:none.connects')}</p>
      )}
      <ul>
        {cables.map((cable) => (
          <CableRow key={cable.connect.id} cable={cable} actions={actions} />
        ))}
      </ul>
      {target && (
        <span className="absolute inset-y-0 -start-3 grid place-items-center">
          <button
            type="button"
            aria-label={t('vconnect:connectTo', { from: target.name, to: name })}
            onClick={onJack}
            className="grid size-6 place-items-center rounded-full bg-panel pointer-coarse:size-11"
          >
            <Jack color="var(--act)" isChosen />
          </button>
        </span>
      )}
    </li>
  )
}

interface CableRowProps {
  readonly cable: Cable
  readonly actions: BayActions
}

/** A connect at its destination: what comes from where, and how it goes. */
function CableRow({ cable: { connect, input, destination, color, look }, actions }: CableRowProps) {
  const t = useText()
  const format = useFormat()
  const rights = useRights('V-Connect', 'Connector')
  const reason = useReasonText()(connect)
  const name = `${input.name} → ${destination.name}`
  return (
    <li className="relative flex h-[34px] items-center gap-2">
      <span className="absolute -start-[23px] grid place-items-center">
        <Jack color={lookColor(look, color)} isChosen={false} />
      </span>
      <span className="cut min-w-0 flex-1 text-12 text-ink-2" dir="auto">
        {t('vconnect:from', { name: input.name })}
      </span>
      {connect.enabled && connect.reason !== null ? (
        <span className="cut min-w-0" title={reason ?? ''}>
          <StatusMark tone="warn">{t(`vconnect:reasons.${connect.reason}`)}</StatusMark>
        </span>
      ) : connect.figures === null ? (
        <ConnectStatus connect={connect} />
      ) : (
        <span className="tabular text-13 text-ink">
          <bdi>{format.bitrate(connect.figures.kbps * 1000)}</bdi>
        </span>
      )}
      {rights.update && (
        <IconButton
          size="small"
          label={t(`vconnect:actions.${connect.enabled ? 'pauseOf' : 'resumeOf'}`, { name })}
          onPress={() => actions.switchConnect(connect)}
        >
          {connect.enabled ? <Pause size={16} /> : <Play size={16} />}
        </IconButton>
      )}
      {rights.delete && (
        <IconButton
          size="small"
          label={t('vconnect:actions.disconnectOf', { name })}
          onPress={() => actions.disconnect(connect)}
        >
          <X size={14} />
        </IconButton>
      )}
    </li>
  )
}
