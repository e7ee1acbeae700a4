import type { ReportTexts } from './language.ts'

export const spanishReport: ReportTexts = {
  title: 'Informe de campaña',
  subject: 'Asunto',
  sent: 'Envío',
  recipients: 'Destinatarios',
  asOf: (when, zone) => `Cifras del ${when} (${zone}).`,
  states: {
    sending: when => `Esta campaña aún se está enviando. Las cifras son del ${when} y aumentarán.`,
    paused: when => `El envío está en pausa. Las cifras son del ${when}; faltan destinatarios.`,
    cancelled: 'Esta campaña se canceló antes de enviarse a todos.',
  },
  download: 'Descargar las cifras (CSV)',
  fraction: (count, total) => `${count} de ${total}`,
  people: 'Personas',
  machines: 'Máquinas',
  alsoMachines: count => `y ${count} por máquinas`,
  notMeasured: 'no medido',
  notes: {
    notMeasured: {
      opens: 'Las aperturas de esta campaña no se midieron, según su configuración. Eso no es un «0».',
      clicks: 'Los clics de esta campaña no se midieron, según su configuración. Eso no es un «0».',
      both: 'Las aperturas y los clics de esta campaña no se midieron, según su configuración o la de sus listas. Eso no es un «0».',
    },
    whoAgreed:
      'Las aperturas y los clics se midieron solo en destinatarios que dieron su consentimiento. Las cifras reales son más altas.',
    noRates: 'No hay porcentajes, porque se entregaron menos de 100 correos.',
    classifying: 'En este momento se distingue a las personas de las máquinas; sus cifras aún pueden cambiar.',
  },
  glance: {
    heading: 'De un vistazo',
    delivered: 'entregados',
    opened: 'personas lo abrieron',
    clicked: 'personas hicieron clic',
    unsubscribed: 'bajas',
  },
  time: {
    heading: 'Aperturas y clics en el tiempo',
    charts: {
      opens: { hours: 'Aperturas en las primeras 48 horas, por hora', days: 'Aperturas después, por día' },
      clicks: { hours: 'Clics en las primeras 48 horas, por hora', days: 'Clics después, por día' },
    },
    described: (people, machines, most) =>
      `${people} de personas, ${machines} de máquinas; como máximo ${most} a la vez.`,
    table: 'Lo mismo en una tabla',
    period: 'Momento',
    opens: 'Aperturas',
    clicks: 'Clics en enlaces',
    day: (number, date) => `Día ${number} (desde el ${date})`,
    later: 'Más tarde',
    nothing: 'Todavía nada.',
  },
  links: {
    heading: 'Enlaces',
    link: 'Enlace',
    place: 'Lugar en el correo',
    clicks: 'Clics de personas',
    share: 'Parte',
    heights: {
      top: 'arriba del todo',
      upper: 'parte alta',
      middle: 'medio',
      lower: 'parte baja',
      bottom: 'abajo del todo',
    },
    order: number => `enlace ${number}`,
    times: count => `está ${count} veces`,
    further: (links, clicks) =>
      `${links} enlaces más: ${clicks} clics de personas. El archivo para descargar los contiene todos.`,
    none: 'El correo no tiene enlaces que se cuenten.',
  },
  delivery: {
    heading: 'Entrega',
    intro: 'Cada destinatario está en una sola de estas líneas.',
    states: {
      accepted: { name: 'Entregados', meaning: 'el servidor del destinatario aceptó el correo' },
      refused: { name: 'Rechazados', meaning: 'el servidor del destinatario no lo aceptó' },
      unknown: {
        name: 'Desconocido',
        meaning: 'la conexión se cortó antes de la respuesta; es posible que el correo llegara',
      },
      open: { name: 'En camino', meaning: 'aún no enviados, o se intentará de nuevo' },
      excluded: { name: 'Omitidos', meaning: 'de baja, bloqueados o desaparecidos antes del envío' },
    },
  },
  back: {
    heading: 'Lo que volvió',
    bounced: 'Devueltos',
    classes: {
      'recipient gone': { name: 'No existe', meaning: 'la dirección no existe (ya)' },
      'mailbox full': { name: 'Buzón lleno', meaning: 'no había sitio para el correo' },
      policy: { name: 'Bloqueado', meaning: 'una regla o la reputación del remitente' },
      content: { name: 'Contenido', meaning: 'se objetó algo del correo' },
      dns: { name: 'Dominio', meaning: 'no se pudo llegar al dominio de la dirección' },
      transient: { name: 'Pasajero', meaning: 'un fallo que puede pasar' },
      unknown: { name: 'Otro', meaning: 'ninguna razón reconocida' },
    },
    noBounces: 'No se devolvió ningún correo.',
    unsubscribed: { name: 'Bajas', meaning: 'se dieron de baja por este correo' },
    complained: { name: 'Quejas', meaning: 'marcaron el correo como spam' },
  },
  comparison: {
    heading: 'Junto a sus últimas campañas',
    intro: campaigns =>
      `Comparada con sus últimas ${campaigns} campañas de al menos 100 correos entregados; no con otras empresas.`,
    rate: 'Tasa',
    own: 'Esta',
    usual: 'Habitual (mediana)',
    range: 'De la más baja a la más alta',
    meaning: 'En palabras',
    rates: {
      opened: 'abierto por personas',
      clicked: 'clic de personas',
      bounced: 'devuelto',
      unsubscribed: 'bajas',
      complained: 'quejas',
    },
    places: {
      'above all': 'más alta que en todas',
      'above the median': 'más alta de lo habitual',
      'at the median': 'como es habitual',
      'below the median': 'más baja de lo habitual',
      'below all': 'más baja que en todas',
    },
    of: campaigns => `${campaigns} campañas`,
    none: 'Hay muy pocas campañas de al menos 100 correos para comparar esta.',
    notYet: 'La comparación llegará cuando la campaña se haya enviado.',
  },
  glossary: {
    heading: 'Qué significan las palabras',
    terms: [
      {
        name: 'Personas y máquinas',
        meaning:
          'Los filtros de seguridad y los programas de correo abren correos y siguen enlaces por sí solos. Los distinguimos de las personas por cómo se comportan. Las aperturas de personas son una estimación: los programas que ocultan las imágenes no cuentan, y algunas máquinas no se distinguen de las personas.',
      },
      { name: 'Abierto', meaning: 'se cargaron las imágenes del correo o se hizo clic en uno de sus enlaces' },
      {
        name: 'Porcentajes',
        meaning: 'partes de los correos entregados; en los devueltos, de los entregados y rechazados',
      },
      { name: 'Mediana', meaning: 'la mitad de las campañas tuvo más, la otra mitad menos' },
    ],
  },
  footer: 'Esta página no contiene datos personales. Quien tenga su enlace puede leerla hasta que el enlace termine.',
  csv: { section: 'Sección', item: 'Elemento', detail: 'Detalle', all: 'Todos' },
}
