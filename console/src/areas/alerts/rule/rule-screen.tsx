import { Bell } from '@phosphor-icons/react/dist/csr/Bell'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'
import { ObjectScreen } from '../../../ui/object-screen'
import { Page } from '../../../ui/page'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { NoAccess, useRights } from '../../identity'
import { ruleQuery, usePlace } from '../queries'
import { RuleForm } from './rule-form'

const route = getRouteApi('/$environmentId/alerts_/$ruleId')

export function RuleScreen() {
  const t = useText()
  const { ruleId } = route.useParams()
  const place = usePlace()
  const rights = useRights('Alerts', 'Alert')
  const query = useQuery({ ...ruleQuery(place, ruleId), enabled: rights.read })
  return (
    <ObjectScreen
      title={t('alerts:form.new')}
      query={query}
      noAccess={!rights.read && <NoAccess what={t('alerts:list.title')} />}
      skeleton={<Skeleton className="mt-8 h-60 w-full" />}
      gone={
        <State
          icon={<Bell size={20} />}
          title={t('alerts:form.gone')}
          actions={
            <LinkButton
              variant="primary"
              to="/$environmentId/alerts"
              params={{ environmentId: place.environmentId }}
            >
              {t('alerts:form.back')}
            </LinkButton>
          }
        >
          {t('alerts:form.goneWhy')}
        </State>
      }
      failed={t('alerts:form.failed')}
      safe={t('ui:safe')}
    >
      {(rule) => <RuleForm key={rule.id} rule={rule} />}
    </ObjectScreen>
  )
}

export function NewRuleScreen() {
  const t = useText()
  const rights = useRights('Alerts', 'Alert')
  return rights.create ? (
    <RuleForm rule={null} />
  ) : (
    <Page title={t('alerts:form.new')} noAccess={<NoAccess what={t('alerts:list.title')} />} />
  )
}
