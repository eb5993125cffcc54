import { useText } from '../../../lib/i18n'
import { TextLink } from '../../../ui/text-link'
import { useHere } from '../../identity'

/** To where keys are made that sign playback tokens, for those who may see them. */
export function SigningKeysLink() {
  const t = useText()
  const { environment, can } = useHere()
  if (!can(['Settings', 'Signing Key', 'read'])) return null
  return (
    <TextLink to="/$environmentId/settings/signing-keys" params={{ environmentId: environment.id }}>
      {t('library:playback.keys')}
    </TextLink>
  )
}
