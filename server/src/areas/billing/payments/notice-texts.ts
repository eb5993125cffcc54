import type { Language } from '@kinora/contract'
import type { EmailTexts } from '../../identity/index.ts'
import type { RechargeRow } from './tables.ts'

export type Notice = NonNullable<RechargeRow['notice']>

/** Emails about auto-recharge in all languages. `{organization}` is a placeholder. */
export const noticeTexts: Readonly<Record<Language, Readonly<Record<Notice, EmailTexts>>>> = {
  en: {
    action: {
      subject: 'Confirm a payment for {organization}',
      lines: [
        'The wallet of {organization} is low, and your bank asks you to confirm the payment that recharges it.',
        'Confirm it within three days. Nothing is charged until then.',
      ],
      button: 'Confirm payment',
      footer: 'You receive this email because auto-recharge is on in Settings, Billing.',
    },
    stopped: {
      subject: 'Auto-recharge of {organization} is turned off',
      lines: [
        'The card was declined four times, so Kinora no longer recharges the wallet of {organization}.',
        'Check the card, add money, and turn auto-recharge on again. With an empty wallet, new uploads and streams may be refused.',
      ],
      button: 'Open billing',
      footer: 'You receive this email because auto-recharge was on in Settings, Billing.',
    },
  },
  hi: {
    action: {
      subject: '{organization} के भुगतान की पुष्टि करें',
      lines: [
        '{organization} के वॉलेट में कम पैसे हैं, और उसे रिचार्ज करने वाले भुगतान की पुष्टि आपका बैंक माँग रहा है।',
        'तीन दिन के भीतर पुष्टि करें। तब तक कोई राशि नहीं कटेगी।',
      ],
      button: 'भुगतान की पुष्टि करें',
      footer: 'यह ईमेल आपको इसलिए मिला है, क्योंकि सेटिंग के बिलिंग में ऑटो-रिचार्ज चालू है।',
    },
    stopped: {
      subject: '{organization} का ऑटो-रिचार्ज बंद हो गया है',
      lines: [
        'कार्ड चार बार अस्वीकार हुआ, इसलिए Kinora अब {organization} का वॉलेट रिचार्ज नहीं करता।',
        'कार्ड जाँचें, पैसे जोड़ें और ऑटो-रिचार्ज फिर चालू करें। वॉलेट ख़ाली होने पर नए अपलोड और स्ट्रीम अस्वीकार हो सकते हैं।',
      ],
      button: 'बिलिंग खोलें',
      footer: 'यह ईमेल आपको इसलिए मिला है, क्योंकि सेटिंग के बिलिंग में ऑटो-रिचार्ज चालू था।',
    },
  },
  ar: {
    action: {
      subject: 'أكّد دفعة لصالح {organization}',
      lines: [
        'رصيد محفظة {organization} منخفض، ويطلب بنكك تأكيد الدفعة التي تعيد شحنها.',
        'أكّدها خلال ثلاثة أيام. لن يُحصَّل شيء قبل ذلك.',
      ],
      button: 'تأكيد الدفعة',
      footer: 'تصلك هذه الرسالة لأن إعادة الشحن التلقائي مفعّلة ضمن الإعدادات، الفوترة.',
    },
    stopped: {
      subject: 'أُوقفت إعادة الشحن التلقائي لمؤسسة {organization}',
      lines: [
        'رُفضت البطاقة أربع مرات، ولم تعد Kinora تشحن محفظة {organization}.',
        'تحقق من البطاقة وأضف رصيدًا ثم فعّل إعادة الشحن من جديد. قد تُرفض عمليات الرفع والبث الجديدة إن فرغت المحفظة.',
      ],
      button: 'فتح الفوترة',
      footer: 'تصلك هذه الرسالة لأن إعادة الشحن التلقائي كانت مفعّلة ضمن الإعدادات، الفوترة.',
    },
  },
  te: {
    action: {
      subject: '{organization} చెల్లింపును నిర్ధారించండి',
      lines: [
        '{organization} వాలెట్‌లో తక్కువ డబ్బు ఉంది, దాన్ని రీఛార్జ్ చేసే చెల్లింపును నిర్ధారించమని మీ బ్యాంక్ అడుగుతోంది.',
        'మూడు రోజుల్లో నిర్ధారించండి. అప్పటి వరకు ఏమీ వసూలు కాదు.',
      ],
      button: 'చెల్లింపును నిర్ధారించు',
      footer: 'సెట్టింగ్‌లలోని బిల్లింగ్‌లో ఆటో-రీఛార్జ్ ఆన్‌లో ఉన్నందున ఈ ఇమెయిల్ వచ్చింది.',
    },
    stopped: {
      subject: '{organization} ఆటో-రీఛార్జ్ ఆఫ్ అయింది',
      lines: [
        'కార్డ్ నాలుగు సార్లు తిరస్కరించబడినందున Kinora ఇకపై {organization} వాలెట్‌ను రీఛార్జ్ చేయదు.',
        'కార్డ్‌ను తనిఖీ చేసి, డబ్బు జోడించి, ఆటో-రీఛార్జ్‌ను మళ్లీ ఆన్ చేయండి. వాలెట్ ఖాళీ అయితే కొత్త అప్‌లోడ్‌లు, స్ట్రీమ్‌లు తిరస్కరించబడవచ్చు.',
      ],
      button: 'బిల్లింగ్ తెరువు',
      footer: 'సెట్టింగ్‌లలోని బిల్లింగ్‌లో ఆటో-రీఛార్జ్ ఆన్‌లో ఉన్నందున ఈ ఇమెయిల్ వచ్చింది.',
    },
  },
}
