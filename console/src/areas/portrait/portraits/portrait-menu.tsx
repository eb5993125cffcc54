import type { Portrait } from '@kinora/contract'
import { ArrowSquareOut } from '@phosphor-icons/react/dist/csr/ArrowSquareOut'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { useRights } from '../../identity'

const DeletePortrait = lazy(async () => ({ default: (await import('./delete-portrait')).DeletePortrait }))

interface PortraitMenuProps {
  readonly portrait: Portrait
  /** Button that opens the menu. */
  readonly trigger: ReactNode
  /** Whether the menu links to the portrait's page, as in a list. */
  readonly isOpenable?: boolean
  readonly onDeleted?: () => void
}

/** Menu with the actions on a portrait. */
export function PortraitMenu({ portrait, trigger, isOpenable = false, onDeleted }: PortraitMenuProps) {
  const t = useText()
  const rights = useRights('Portrait Pro', 'Portrait')
  const [isDeleting, setDeleting] = useState(false)
  const { id, environmentId, name } = portrait
  if (!isOpenable && !rights.delete) return null
  return (
    <>
      <Menu label={t('portrait:actions.of', { name })} trigger={trigger}>
        {isOpenable && (
          <MenuItem
            icon={<ArrowSquareOut size={16} className="rtl:-scale-x-100" />}
            href={`/${environmentId}/portrait-pro/${id}`}
          >
            {t('portrait:actions.open')}
          </MenuItem>
        )}
        {rights.delete && (
          <MenuItem danger icon={<Trash size={16} />} onAction={() => setDeleting(true)}>
            {t('portrait:actions.delete')}
          </MenuItem>
        )}
      </Menu>
      <Suspense>
        {isDeleting && (
          <DeletePortrait
            portrait={portrait}
            onClose={() => setDeleting(false)}
            {...(onDeleted && { onDeleted })}
          />
        )}
      </Suspense>
    </>
  )
}
