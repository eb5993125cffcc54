import { useText } from '../../../lib/i18n'
import { TextLink } from '../../../ui/text-link'
import { useWorkspace } from '../../identity'

/** Links to the signing keys, for users who may see them. */
export function SigningKeysLink() {
  const t = useText()
  const { environment, can } = useWorkspace()
  if (!can(['Settings', 'Signing Key', 'read'])) return null
  return (
    <TextLink to="/$environmentId/settings/signing-keys" params={{ environmentId: environment.id }}>
      {t('library:playback.keys')}
    </TextLink>
  )
}
