import type { EncodingProfile } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { LinkButton } from '../../../ui/link-button'
import { toast } from '../../../ui/toast-store'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { draftOf } from './profile-draft'
import { ProfilePage, ProfilePending, ProfileSkeleton } from './profile-page'
import { profilesQuery } from './queries'

const ProfileEditor = lazy(async () => ({
  default: (await import('./profile-editor')).ProfileEditor,
}))

const route = getRouteApi('/$environmentId/settings/encoding-profiles_/new')
const listRoute = '/$environmentId/settings/encoding-profiles'

/** A new encoding profile, which starts as a copy of another one. */
export function NewProfileScreen() {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Settings', 'Encoding Profile')
  const { from } = route.useSearch()
  const list = useQuery(profilesQuery(environment.id))
  const copied = list.data?.find(({ id }) => id === from) ?? list.data?.[0]
  if (!rights.create)
    return (
      <ProfilePage title={t('library:profiles.new')}>
        <div className="pt-6">
          <NoAccess what={t('library:profiles.new')} />
        </div>
      </ProfilePage>
    )
  if (copied === undefined) return <ProfilePending list={list} />
  return (
    <ProfilePage title={t('library:profiles.new')}>
      <Suspense fallback={<ProfileSkeleton />}>
        <NewProfile key={copied.id} copied={copied} />
      </Suspense>
    </ProfilePage>
  )
}

function NewProfile({ copied }: { readonly copied: EncodingProfile }) {
  const t = useText()
  const { environment } = useWorkspace()
  const navigate = route.useNavigate()
  const [initial] = useState(() => draftOf(copied, '', true))
  return (
    <ProfileEditor
      profile={copied}
      initial={initial}
      id={null}
      save={t('library:profiles.create')}
      cancel={() => (
        <LinkButton to={listRoute} params={{ environmentId: environment.id }}>
          {t('library:actions.cancel')}
        </LinkButton>
      )}
      onSaved={({ name }) => {
        toast({ text: t('library:profiles.made', { name }), tone: 'good' })
        void navigate({ to: listRoute, ignoreBlocker: true })
        return undefined
      }}
    />
  )
}
