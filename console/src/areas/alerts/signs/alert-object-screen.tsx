import { Bell } from '@phosphor-icons/react/dist/csr/Bell'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'
import { ObjectScreen } from '../../../ui/object-screen'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { NoAccess, useRights } from '../../identity'
import { usePlace } from '../queries'

interface AlertObjectScreenProps<T> {
  readonly title: string
  readonly query: UseQueryResult<T>
  /** Texts of the states without an object. */
  readonly gone: string
  readonly goneWhy: string
  readonly back: string
  readonly failed: string
  readonly children: (object: T) => ReactNode
}

/** The screen of a rule or an alert in all its states. */
export function AlertObjectScreen<T>(props: AlertObjectScreenProps<T>) {
  const { title, query, gone, goneWhy, back, failed, children } = props
  const t = useText()
  const { environmentId } = usePlace()
  const rights = useRights('Alerts', 'Alert')
  return (
    <ObjectScreen
      title={title}
      query={query}
      noAccess={!rights.read && <NoAccess what={t('alerts:list.title')} />}
      skeleton={<Skeleton className="mt-8 h-60 w-full" />}
      gone={
        <State
          icon={<Bell size={20} />}
          title={gone}
          actions={
            <LinkButton variant="primary" to="/$environmentId/alerts" params={{ environmentId }}>
              {back}
            </LinkButton>
          }
        >
          {goneWhy}
        </State>
      }
      failed={failed}
      safe={t('ui:safe')}
    >
      {children}
    </ObjectScreen>
  )
}
