import { Stack } from '@phosphor-icons/react/dist/csr/Stack'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { LinkButton } from '../../../ui/link-button'
import { ObjectState, type ObjectStateProps } from '../../../ui/object-state'
import { SettingsHeading, SettingsPage } from '../../../ui/settings-page'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { useWorkspace } from '../../identity'

const listRoute = '/$environmentId/settings/encoding-profiles'

interface ProfilePageProps {
  readonly title: string
  readonly beside?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of a profile: the way back to the list, and the title. */
export function ProfilePage({ title, beside, actions, children }: ProfilePageProps) {
  const t = useText()
  const { environment } = useWorkspace()
  return (
    <SettingsPage
      title={title}
      crumbs={
        <Breadcrumbs>
          <Link to={listRoute} params={{ environmentId: environment.id }}>
            {t('library:profiles.title')}
          </Link>
        </Breadcrumbs>
      }
      heading={
        <div className="flex min-h-9 min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <SettingsHeading>
            <bdi>{title}</bdi>
          </SettingsHeading>
          {beside}
        </div>
      }
      actions={actions}
    >
      {children}
    </SettingsPage>
  )
}

/** Shown instead of a profile: it is loading, did not load, or does not exist. */
export function ProfilePending({ list }: { readonly list: ObjectStateProps['query'] }) {
  const t = useText()
  const { environment } = useWorkspace()
  return (
    <ProfilePage title={t('library:profiles.one')}>
      <div className="pt-6">
        <ObjectState
          query={list}
          skeleton={<ProfileSkeleton />}
          gone={
            <State
              icon={<Stack size={20} />}
              title={t('library:profiles.gone')}
              actions={
                <LinkButton to={listRoute} params={{ environmentId: environment.id }} variant="primary">
                  {t('library:profiles.goneBack')}
                </LinkButton>
              }
            >
              {t('library:profiles.goneWhy')}
            </State>
          }
          failed={t('library:profiles.oneFailed')}
        />
      </div>
    </ProfilePage>
  )
}

export function ProfileSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-4 pt-4">
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <Skeleton key={row} className="h-8 max-w-150" />
      ))}
    </div>
  )
}
