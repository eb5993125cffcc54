import type { VconnectDestination, VconnectInput } from '@kinora/contract'
import { ArrowSquareOut } from '@phosphor-icons/react/dist/csr/ArrowSquareOut'
import { Pause } from '@phosphor-icons/react/dist/csr/Pause'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Play } from '@phosphor-icons/react/dist/csr/Play'
import { Plugs } from '@phosphor-icons/react/dist/csr/Plugs'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { MenuSection } from '../../../ui/menu-section'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { type Bay, useSwitchInput } from '../queries'

const InputForm = lazy(async () => ({ default: (await import('../ends/input-form')).InputForm }))
const DestinationForm = lazy(async () => ({
  default: (await import('../ends/destination-form')).DestinationForm,
}))
const DeleteEnd = lazy(async () => ({ default: (await import('../ends/delete-end')).DeleteEnd }))

type Dialog = 'edit' | 'delete'

interface InputMenuProps {
  readonly input: VconnectInput
  /** Destinations that it can be connected to, as in lists and at its jack. */
  readonly bay?: Bay
  readonly onConnect?: (inputId: string, destinationId: string) => void
  readonly onDeleted?: () => void
  /** Whether the menu links to the input's page. */
  readonly isOpenable?: boolean
  readonly trigger?: ReactNode
}

/** Menu with the actions on an input. */
export function InputMenu({ input, bay, onConnect, onDeleted, isOpenable = false, trigger }: InputMenuProps) {
  const t = useText()
  const rights = useRights('V-Connect', 'Connector')
  const [dialog, setDialog] = useState<Dialog>()
  const { mutate } = useSwitchInput()
  const onError = useProblemToast(t('vconnect:actions.failed'))
  const { id, environmentId, name, enabled } = input
  const label = t('vconnect:actions.of', { name })
  const free = (bay?.destinations ?? []).filter(
    (to) => !bay?.connects.some(({ inputId, destinationId }) => inputId === id && destinationId === to.id),
  )
  if (!isOpenable && !rights.update && !rights.delete) return null
  return (
    <>
      <Menu label={label} trigger={trigger ?? <RowMenuButton label={label} />}>
        {isOpenable && (
          <MenuItem
            icon={<ArrowSquareOut size={16} className="rtl:-scale-x-100" />}
            href={`/${environmentId}/v-connect/${id}`}
          >
            {t('vconnect:actions.open')}
          </MenuItem>
        )}
        {rights.update && (
          <MenuItem icon={<PencilSimple size={16} />} onAction={() => setDialog('edit')}>
            {t('vconnect:actions.edit')}
          </MenuItem>
        )}
        {rights.update && (
          <MenuItem
            icon={enabled ? <Pause size={16} /> : <Play size={16} />}
            onAction={() => mutate({ ...input, enabled: !enabled }, { onError })}
          >
            {t(`vconnect:actions.${enabled ? 'pause' : 'resume'}`)}
          </MenuItem>
        )}
        {rights.delete && (
          <MenuItem danger icon={<Trash size={16} />} onAction={() => setDialog('delete')}>
            {t('vconnect:actions.delete')}
          </MenuItem>
        )}
        {rights.create && onConnect && free.length > 0 && (
          <MenuSection heading={t('vconnect:actions.connect')}>
            {free.map((to) => (
              <MenuItem key={to.id} icon={<Plugs size={16} />} onAction={() => onConnect(id, to.id)}>
                {to.name}
              </MenuItem>
            ))}
          </MenuSection>
        )}
      </Menu>
      <Suspense>
        {dialog === 'edit' && <InputForm input={input} onClose={() => setDialog(undefined)} />}
        {dialog === 'delete' && (
          <DeleteEnd
            what="input"
            end={input}
            onClose={() => setDialog(undefined)}
            {...(onDeleted && { onDeleted })}
          />
        )}
      </Suspense>
    </>
  )
}

interface DestinationMenuProps {
  readonly destination: VconnectDestination
  readonly onDeleted?: () => void
  /** Whether the menu links to the destination's page. */
  readonly isOpenable?: boolean
  readonly trigger?: ReactNode
}

/** Menu with the actions on a destination. */
export function DestinationMenu({ destination, onDeleted, isOpenable, trigger }: DestinationMenuProps) {
  const t = useText()
  const rights = useRights('V-Connect', 'Connector')
  const [dialog, setDialog] = useState<Dialog>()
  const { id, environmentId, name } = destination
  const label = t('vconnect:actions.of', { name })
  if (!isOpenable && !rights.update && !rights.delete) return null
  return (
    <>
      <Menu label={label} trigger={trigger ?? <RowMenuButton label={label} />}>
        {isOpenable && (
          <MenuItem
            icon={<ArrowSquareOut size={16} className="rtl:-scale-x-100" />}
            href={`/${environmentId}/v-connect/destinations/${id}`}
          >
            {t('vconnect:actions.open')}
          </MenuItem>
        )}
        {rights.update && (
          <MenuItem icon={<PencilSimple size={16} />} onAction={() => setDialog('edit')}>
            {t('vconnect:actions.edit')}
          </MenuItem>
        )}
        {rights.delete && (
          <MenuItem danger icon={<Trash size={16} />} onAction={() => setDialog('delete')}>
            {t('vconnect:actions.delete')}
          </MenuItem>
        )}
      </Menu>
      <Suspense>
        {dialog === 'edit' && (
          <DestinationForm destination={destination} onClose={() => setDialog(undefined)} />
        )}
        {dialog === 'delete' && (
          <DeleteEnd
            what="destination"
            end={destination}
            onClose={() => setDialog(undefined)}
            {...(onDeleted && { onDeleted })}
          />
        )}
      </Suspense>
    </>
  )
}
