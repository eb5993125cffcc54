import { Megaphone } from '@phosphor-icons/react/dist/csr/Megaphone'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'
import { State } from '../../../ui/state'
import { useWorkspace } from '../../identity'

/** The empty state of tabs about ads, with a link to ad insertion. */
export function NoAds({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const t = useText()
  const { environment } = useWorkspace()
  return (
    <div className="pt-8">
      <State
        icon={<Megaphone size={20} />}
        title={title}
        actions={
          <LinkButton to="/$environmentId/ad_insertion" params={{ environmentId: environment.id }}>
            {t('analytics:ads.open')}
          </LinkButton>
        }
      >
        {children}
      </State>
    </div>
  )
}
