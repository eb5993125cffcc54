import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Page } from '../../../ui/page'
import { NoAccess, useRights } from '../../identity'
import { ruleQuery, usePlace } from '../queries'
import { AlertObjectScreen } from '../signs/alert-object-screen'
import { RuleForm } from './rule-form'

const route = getRouteApi('/$environmentId/alerts_/$ruleId')

export function RuleScreen() {
  const t = useText()
  const { ruleId } = route.useParams()
  const place = usePlace()
  const rights = useRights('Alerts', 'Alert')
  const query = useQuery({ ...ruleQuery(place, ruleId), enabled: rights.read })
  return (
    <AlertObjectScreen
      title={t('alerts:form.new')}
      query={query}
      gone={t('alerts:form.gone')}
      goneWhy={t('alerts:form.goneWhy')}
      back={t('alerts:form.back')}
      failed={t('alerts:form.failed')}
    >
      {(rule) => <RuleForm key={rule.id} rule={rule} />}
    </AlertObjectScreen>
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
