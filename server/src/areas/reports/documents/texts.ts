import type { Dimension, Language, ReportMetric } from '@kinora/contract'

/** Intl locales of the languages of reports: those of the console. */
export const locales: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  hi: 'hi-IN',
  ar: 'ar-AE-u-nu-latn',
  te: 'te-IN',
}

interface Texts {
  readonly metrics: Readonly<Record<ReportMetric, string>>
  readonly dimensions: Partial<Readonly<Record<Dimension, string>>>
  /** Title of a chart with lines for the values of a dimension. */
  readonly by: string
  readonly views: string
  readonly share: string
  readonly others: string
  readonly notGiven: string
  readonly deleted: string
  readonly noData: string
  readonly live: string
  readonly video: string
  readonly deviceTypes: Readonly<Record<string, string>>
  readonly covers: string
  readonly attached: string
  readonly unsubscribe: string
  readonly because: string
  readonly late: string
  readonly unsubscribeTitle: string
  readonly unsubscribeAsk: string
  readonly unsubscribeDone: string
}

/** All texts of files, emails and the page to unsubscribe. `{name}` is a placeholder. */
export const reportTexts: Readonly<Record<Language, Texts>> = {
  en: {
    metrics: {
      viewers: 'Viewers',
      sessions: 'Sessions',
      'concurrent-viewers': 'Concurrent viewers',
      'total-viewership': 'Total viewership',
      'ad-viewership': 'Ad viewership',
      'sessions-per-viewer': 'Sessions per viewer',
      'session-duration': 'Session duration',
      contents: 'Contents',
      countries: 'Countries',
      devices: 'Devices',
      'device-types': 'Device types',
      partners: 'Partners',
      'streamed-minutes': 'Minutes streamed',
      'stored-minutes': 'Minutes stored',
      'encoded-minutes': 'Minutes encoded',
    },
    dimensions: {
      contentId: 'Content',
      category: 'Content type',
      customPlayback: 'Custom URL',
      programme: 'Programme',
      partner: 'Partner',
      country: 'Country',
      state: 'Region',
      city: 'City',
      isp: 'Internet provider',
      deviceType: 'Device type',
      deviceName: 'Device',
      os: 'Operating system',
      browser: 'Browser',
    },
    by: '{metric}, by {dimension}',
    views: 'Views',
    share: 'Share',
    others: '{count} more are in the attached files',
    notGiven: 'Not given',
    deleted: 'Deleted',
    noData: 'No data',
    live: 'Live',
    video: 'Video',
    deviceTypes: { phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop', tv: 'TV' },
    covers: 'Times are those of {zone}.',
    attached: 'The report is attached.',
    unsubscribe: 'Unsubscribe',
    because: 'You receive this email because you are a recipient of the report “{name}” in Kinora.',
    late: 'This report is late, because Kinora was not running when it was due.',
    unsubscribeTitle: 'Unsubscribe from “{name}”',
    unsubscribeAsk: 'Kinora will send no more emails of this report to {address}.',
    unsubscribeDone: 'Kinora sends no more emails of this report to {address}.',
  },
  hi: {
    metrics: {
      viewers: 'दर्शक',
      sessions: 'सेशन',
      'concurrent-viewers': 'एक साथ दर्शक',
      'total-viewership': 'कुल व्यूअरशिप',
      'ad-viewership': 'विज्ञापन व्यूअरशिप',
      'sessions-per-viewer': 'प्रति दर्शक सेशन',
      'session-duration': 'सेशन की अवधि',
      contents: 'कंटेंट',
      countries: 'देश',
      devices: 'डिवाइस',
      'device-types': 'डिवाइस के प्रकार',
      partners: 'पार्टनर',
      'streamed-minutes': 'स्ट्रीम किए गए मिनट',
      'stored-minutes': 'स्टोर किए गए मिनट',
      'encoded-minutes': 'एनकोड किए गए मिनट',
    },
    dimensions: {
      contentId: 'कंटेंट',
      category: 'कंटेंट का प्रकार',
      customPlayback: 'कस्टम URL',
      programme: 'प्रोग्राम',
      partner: 'पार्टनर',
      country: 'देश',
      state: 'क्षेत्र',
      city: 'शहर',
      isp: 'इंटरनेट प्रदाता',
      deviceType: 'डिवाइस का प्रकार',
      deviceName: 'डिवाइस',
      os: 'ऑपरेटिंग सिस्टम',
      browser: 'ब्राउज़र',
    },
    by: '{metric}, {dimension} के अनुसार',
    views: 'व्यू',
    share: 'हिस्सा',
    others: '{count} और अटैच की गई फ़ाइलों में हैं',
    notGiven: 'नहीं दिया गया',
    deleted: 'हटाया गया',
    noData: 'कोई डेटा नहीं',
    live: 'लाइव',
    video: 'वीडियो',
    deviceTypes: { phone: 'फ़ोन', tablet: 'टैबलेट', desktop: 'डेस्कटॉप', tv: 'टीवी' },
    covers: 'समय {zone} के अनुसार है।',
    attached: 'रिपोर्ट अटैच की गई है।',
    unsubscribe: 'अनसब्सक्राइब करें',
    because: 'यह ईमेल आपको इसलिए मिला है, क्योंकि आप Kinora की रिपोर्ट “{name}” के प्राप्तकर्ता हैं।',
    late: 'यह रिपोर्ट देर से आई है, क्योंकि तय समय पर Kinora चालू नहीं था।',
    unsubscribeTitle: '“{name}” से अनसब्सक्राइब करें',
    unsubscribeAsk: 'Kinora इस रिपोर्ट के ईमेल {address} पर अब नहीं भेजेगा।',
    unsubscribeDone: 'Kinora इस रिपोर्ट के ईमेल {address} पर अब नहीं भेजता।',
  },
  ar: {
    metrics: {
      viewers: 'المشاهدون',
      sessions: 'الجلسات',
      'concurrent-viewers': 'المشاهدون المتزامنون',
      'total-viewership': 'إجمالي المشاهدات',
      'ad-viewership': 'مشاهدات الإعلانات',
      'sessions-per-viewer': 'الجلسات لكل مشاهد',
      'session-duration': 'مدة الجلسة',
      contents: 'المحتوى',
      countries: 'البلدان',
      devices: 'الأجهزة',
      'device-types': 'أنواع الأجهزة',
      partners: 'الشركاء',
      'streamed-minutes': 'الدقائق المبثوثة',
      'stored-minutes': 'الدقائق المخزّنة',
      'encoded-minutes': 'الدقائق المرمّزة',
    },
    dimensions: {
      contentId: 'المحتوى',
      category: 'نوع المحتوى',
      customPlayback: 'الرابط المخصص',
      programme: 'البرنامج',
      partner: 'الشريك',
      country: 'البلد',
      state: 'المنطقة',
      city: 'المدينة',
      isp: 'مزوّد الإنترنت',
      deviceType: 'نوع الجهاز',
      deviceName: 'الجهاز',
      os: 'نظام التشغيل',
      browser: 'المتصفح',
    },
    by: '{metric} حسب {dimension}',
    views: 'المشاهدات',
    share: 'الحصة',
    others: 'يوجد {count} أخرى في الملفات المرفقة',
    notGiven: 'غير محدد',
    deleted: 'محذوف',
    noData: 'لا توجد بيانات',
    live: 'مباشر',
    video: 'فيديو',
    deviceTypes: { phone: 'هاتف', tablet: 'جهاز لوحي', desktop: 'حاسوب مكتبي', tv: 'تلفاز' },
    covers: 'الأوقات بتوقيت {zone}.',
    attached: 'التقرير مرفق.',
    unsubscribe: 'إلغاء الاشتراك',
    because: 'تصلك هذه الرسالة لأنك من مستلمي التقرير “{name}” في Kinora.',
    late: 'تأخر هذا التقرير لأن Kinora لم تكن تعمل في موعده.',
    unsubscribeTitle: 'إلغاء الاشتراك في “{name}”',
    unsubscribeAsk: 'لن ترسل Kinora رسائل هذا التقرير إلى {address} بعد الآن.',
    unsubscribeDone: 'لم تعد Kinora ترسل رسائل هذا التقرير إلى {address}.',
  },
  te: {
    metrics: {
      viewers: 'వీక్షకులు',
      sessions: 'సెషన్\u200cలు',
      'concurrent-viewers': 'ఏకకాల వీక్షకులు',
      'total-viewership': 'మొత్తం వీక్షణ',
      'ad-viewership': 'ప్రకటనల వీక్షణ',
      'sessions-per-viewer': 'ఒక్కో వీక్షకుడికి సెషన్\u200cలు',
      'session-duration': 'సెషన్ వ్యవధి',
      contents: 'కంటెంట్',
      countries: 'దేశాలు',
      devices: 'పరికరాలు',
      'device-types': 'పరికరాల రకాలు',
      partners: 'భాగస్వాములు',
      'streamed-minutes': 'స్ట్రీమ్ చేసిన నిమిషాలు',
      'stored-minutes': 'నిల్వ చేసిన నిమిషాలు',
      'encoded-minutes': 'ఎన్\u200cకోడ్ చేసిన నిమిషాలు',
    },
    dimensions: {
      contentId: 'కంటెంట్',
      category: 'కంటెంట్ రకం',
      customPlayback: 'కస్టమ్ URL',
      programme: 'కార్యక్రమం',
      partner: 'భాగస్వామి',
      country: 'దేశం',
      state: 'ప్రాంతం',
      city: 'నగరం',
      isp: 'ఇంటర్నెట్ ప్రొవైడర్',
      deviceType: 'పరికరం రకం',
      deviceName: 'పరికరం',
      os: 'ఆపరేటింగ్ సిస్టమ్',
      browser: 'బ్రౌజర్',
    },
    by: '{metric}, {dimension} ప్రకారం',
    views: 'వీక్షణలు',
    share: 'వాటా',
    others: 'మరో {count} జోడించిన ఫైల్\u200cలలో ఉన్నాయి',
    notGiven: 'ఇవ్వలేదు',
    deleted: 'తొలగించబడింది',
    noData: 'డేటా లేదు',
    live: 'లైవ్',
    video: 'వీడియో',
    deviceTypes: { phone: 'ఫోన్', tablet: 'టాబ్లెట్', desktop: 'డెస్క్\u200cటాప్', tv: 'టీవీ' },
    covers: 'సమయాలు {zone} ప్రకారం ఉన్నాయి.',
    attached: 'నివేదిక జోడించబడింది.',
    unsubscribe: 'అన్\u200cసబ్\u200cస్క్రయిబ్ చేయండి',
    because: 'మీరు Kinoraలో “{name}” నివేదిక గ్రహీత కాబట్టి ఈ ఇమెయిల్ వచ్చింది.',
    late: 'ఈ నివేదిక ఆలస్యమైంది, ఎందుకంటే నిర్ణీత సమయంలో Kinora నడవడం లేదు.',
    unsubscribeTitle: '“{name}” నుండి అన్\u200cసబ్\u200cస్క్రయిబ్ చేయండి',
    unsubscribeAsk: 'Kinora ఇకపై ఈ నివేదిక ఇమెయిల్\u200cలను {address}కు పంపదు.',
    unsubscribeDone: 'Kinora ఈ నివేదిక ఇమెయిల్\u200cలను {address}కు ఇక పంపదు.',
  },
}

export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? '')
}
