import { DeviceMobile } from '@phosphor-icons/react/dist/csr/DeviceMobile'
import { useText } from '../../../lib/i18n'
import { State } from '../../../ui/state'

/** Where there is no social clip yet: how one is made, for who may. */
export function NoSocialClips({ mayMake }: { readonly mayMake: boolean }) {
  const t = useText()
  return (
    <div className="pt-10">
      <State icon={<DeviceMobile size={20} />} title={t('library:social.emptyTitle')}>
        {t(mayMake ? 'library:social.empty' : 'library:social.emptyRole')}
      </State>
    </div>
  )
}
