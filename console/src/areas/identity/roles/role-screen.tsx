import type { Role } from '@kinora/contract'
import { IdentificationBadge } from '@phosphor-icons/react/dist/csr/IdentificationBadge'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { LinkButton } from '../../../ui/link-button'
import { ObjectState } from '../../../ui/object-state'
import { SettingsHeading, SettingsPage } from '../../../ui/settings-page'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { useRights } from '../use-rights'
import { useWorkspace } from '../workspace'
import { Holders } from './holders'
import { rolesQuery } from './queries'
import { RoleEditor } from './role-editor'
import { RoleMenu } from './role-menu'
import { useRoleName } from './role-name'
import { readRights } from './role-rights'
import { RoleSwitch } from './role-switch'
import { useRoleDraft } from './use-role-draft'

const RenameRole = lazy(async () => ({ default: (await import('./rename-role')).RenameRole }))
const DeleteRole = lazy(async () => ({ default: (await import('./delete-role')).DeleteRole }))

const route = getRouteApi('/$environmentId/settings/roles_/$roleId')
const listRoute = '/$environmentId/settings/roles'

export function RoleScreen() {
  const t = useText()
  const { organization, environment } = useWorkspace()
  const { roleId } = route.useParams()
  const roles = useQuery(rolesQuery(organization.id))
  const role = roles.data?.find(({ id }) => id === roleId)
  if (role && roles.data) return <OneRole key={role.id} role={role} roles={roles.data} />
  return (
    <SettingsPage title={t('identity:roles.role')} crumbs={<Levels />}>
      <div className="pt-6">
        <ObjectState
          query={roles}
          skeleton={<RoleSkeleton />}
          gone={
            <State
              icon={<IdentificationBadge size={20} />}
              title={t('identity:roles.gone')}
              actions={
                <LinkButton to={listRoute} params={{ environmentId: environment.id }} variant="primary">
                  {t('identity:roles.goneBack')}
                </LinkButton>
              }
            >
              {t('identity:roles.goneWhy')}
            </State>
          }
          failed={t('identity:roles.failed')}
        />
      </div>
    </SettingsPage>
  )
}

interface OneRoleProps {
  readonly role: Role
  readonly roles: readonly Role[]
}

function OneRole({ role, roles }: OneRoleProps) {
  const navigate = route.useNavigate()
  const roleName = useRoleName()
  const rights = useRights('Settings', 'Role', 'organization')
  const draft = useRoleDraft(role)
  const [dialog, setDialog] = useState<'rename' | 'delete'>()
  const close = () => setDialog(undefined)
  const duplicate = () => void navigate({ to: listRoute, search: { new: true, from: role.id } })
  const mayRemoveLimits = role.builtIn === null && rights.update && !draft.draft.full
  return (
    <SettingsPage
      title={roleName(role)}
      crumbs={<Levels />}
      heading={
        <div className="flex min-h-9 min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <SettingsHeading>
            <bdi>{roleName(role)}</bdi>
          </SettingsHeading>
          <RoleSwitch role={role} roles={roles} />
          <Holders role={role} />
        </div>
      }
      actions={
        <RoleMenu
          role={role}
          onDuplicate={duplicate}
          onRename={() => setDialog('rename')}
          onDelete={() => setDialog('delete')}
          onRemoveLimits={mayRemoveLimits ? () => draft.setDraft(readRights(null)) : undefined}
        />
      }
    >
      <RoleEditor role={role} draft={draft} onDuplicate={duplicate} />
      <Suspense>
        {dialog === 'rename' && <RenameRole role={role} onClose={close} />}
        {dialog === 'delete' && (
          <DeleteRole
            role={role}
            onClose={close}
            onDeleted={() => void navigate({ to: listRoute, ignoreBlocker: true })}
          />
        )}
      </Suspense>
    </SettingsPage>
  )
}

function Levels(): ReactNode {
  const t = useText()
  const { environment } = useWorkspace()
  return (
    <Breadcrumbs>
      <Link to={listRoute} params={{ environmentId: environment.id }}>
        {t('identity:roles.title')}
      </Link>
    </Breadcrumbs>
  )
}

function RoleSkeleton() {
  return (
    <div className="flex flex-col gap-4" aria-hidden>
      {[40, 62, 48, 56, 44].map((width) => (
        <Skeleton key={width} className="h-6 max-w-150" />
      ))}
    </div>
  )
}
