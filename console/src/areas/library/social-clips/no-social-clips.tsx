import { DeviceMobile } from '@phosphor-icons/react/dist/csr/DeviceMobile'
import { useText } from '../../../lib/i18n'
import { State } from '../../../ui/state'

/** The empty list of social clips, with a link for users who may create one. */
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
