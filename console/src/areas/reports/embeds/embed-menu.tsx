import type { Embed } from '@kinora/contract'
import { Code } from '@phosphor-icons/react/dist/csr/Code'
import { Prohibit } from '@phosphor-icons/react/dist/csr/Prohibit'
import { type ReactNode, useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { useRights } from '../../identity'
import { useRevokeEmbed } from './queries'

interface EmbedMenuProps {
  readonly embed: Embed
  readonly onCode: () => void
  /** Button that opens the menu. */
  readonly trigger: ReactNode
}

/** Menu with the actions on an embed that has not ended. */
export function EmbedMenu({ embed, onCode, trigger }: EmbedMenuProps) {
  const t = useText()
  const rights = useRights('Embed Reports', 'Embed')
  const revoke = useRevokeEmbed()
  const [isRevoking, setRevoking] = useState(false)
  const name = isolate(embed.name)
  if (embed.status !== 'active' || (!rights.update && !rights.delete)) return null
  return (
    <>
      <Menu label={t('reports:embeds.of', { name: embed.name })} trigger={trigger}>
        {rights.update && (
          <MenuItem icon={<Code size={16} />} onAction={onCode}>
            {t('reports:embeds.open')}
          </MenuItem>
        )}
        {rights.delete && (
          <MenuItem danger icon={<Prohibit size={16} />} onAction={() => setRevoking(true)}>
            {t('reports:embeds.revoke.action')}
          </MenuItem>
        )}
      </Menu>
      {isRevoking && (
        <ConfirmAction
          mutation={revoke}
          of={embed}
          title={t('reports:embeds.revoke.title', { name })}
          confirm={t('reports:embeds.revoke.confirm')}
          cancel={t('reports:embeds.revoke.keep')}
          done={t('reports:embeds.revoke.done', { name })}
          failed={t('reports:failed')}
          onClose={() => setRevoking(false)}
        >
          {t('reports:embeds.revoke.about')}
        </ConfirmAction>
      )}
    </>
  )
}
