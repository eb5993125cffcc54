import type { EncodingProfile } from '@kinora/contract'
import { useNavigate } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useWorkspace } from '../../identity'
import { useProfileName } from './profile-name'
import { useMakeDefaultProfile } from './queries'

/** Actions in the menu of a profile, except for deleting it. */
export function useProfileActions() {
  const t = useText()
  const navigate = useNavigate()
  const { environment } = useWorkspace()
  const profileName = useProfileName()
  const makeDefault = useMakeDefaultProfile()
  const onError = useProblemToast(t('library:profiles.defaultFailed'))
  return {
    onEdit: ({ id }: EncodingProfile) =>
      void navigate({
        to: '/$environmentId/settings/encoding-profiles/$profileId',
        params: { environmentId: environment.id, profileId: id },
      }),
    onCopy: ({ id }: EncodingProfile) =>
      void navigate({
        to: '/$environmentId/settings/encoding-profiles/new',
        params: { environmentId: environment.id },
        search: { from: id },
      }),
    onMakeDefault: (profile: EncodingProfile) =>
      makeDefault.mutate(profile, {
        onSuccess: () =>
          toast({ text: t('library:profiles.isDefault', { name: profileName(profile) }), tone: 'good' }),
        onError,
      }),
  }
}
