import { type Html, html } from '../../lib/html.ts'
import { spanishFeed } from './feed/spanish.ts'
import { name, type Texts } from './language.ts'
import { spanishReader } from './reader/spanish.ts'
import { spanishReport } from './report/spanish.ts'
import { spanishReportMail } from './report-mail/spanish.ts'
import { spanishSignUp } from './sign-up/spanish.ts'

export const spanish: Texts = {
  language: 'es',
  name: 'Español',
  direction: 'ltr',
  report: spanishReport,
  reportMail: spanishReportMail,
  reader: spanishReader,
  signUp: spanishSignUp,
  feed: spanishFeed,
  unsubscribe: {
    title: 'Cancelar la suscripción',
    question: (email, list, company) =>
      html`¿Desea dejar de recibir los correos de ${name(company)} enviados a ${named(list)}? Se envían a ${name(email)}.`,
    button: 'Cancelar la suscripción',
  },
  unsubscribed: {
    title: 'Se ha cancelado su suscripción',
    text: (email, list, company) =>
      html`La dirección ${name(email)} ya no recibirá correos de ${name(company)} enviados a ${named(list)}.`,
    undo: 'Ha sido un error: deseo seguir suscrito/a',
  },
  undone: {
    title: 'Su suscripción continúa',
    text: (email, list, company) =>
      html`Todo queda como antes: la dirección ${name(email)} está en ${named(list)} de ${name(company)}.`,
  },
  notUndone: {
    title: 'Ya no es posible deshacerlo',
    text: (email, list, company) =>
      html`La suscripción de ${name(email)} sigue cancelada. Para volver a recibir los correos de ${name(company)} enviados a ${named(list)}, suscríbase de nuevo.`,
  },
  confirm: {
    title: 'Confirme su suscripción',
    question: (email, list, company) =>
      html`¿Desea recibir los correos de ${name(company)} enviados a ${named(list)}? Se enviarán a ${name(email)}.`,
    button: 'Confirmar la suscripción',
  },
  confirmed: {
    title: 'Su suscripción está confirmada',
    text: (email, list, company) =>
      html`A partir de ahora, la dirección ${name(email)} recibirá los correos de ${name(company)} enviados a ${named(list)}.`,
  },
  notConfirmable: {
    title: 'Esta suscripción ha finalizado',
    text: (email, list, company) =>
      html`La solicitud de ${name(email)} para unirse a ${named(list)} de ${name(company)} ya no está pendiente. Para recibir sus correos, suscríbase de nuevo.`,
  },
  trackingLine: 'Elegir qué se puede registrar cuando lee nuestros correos',
  preferences: {
    title: 'Sus preferencias de correo',
    link: 'Elegir los correos que recibe',
    intro: (email, company) => html`Esto es lo que ${name(company)} envía a ${name(email)}.`,
    lists: 'Deseo recibir los correos de estas listas',
    noLists: 'Esta dirección no está en ninguna lista.',
    unconfirmed: 'pendiente de su confirmación',
    blocked: (email, company) =>
      html`Por el momento no se envían correos a ${name(email)}. Para volver a recibirlos, póngase en contacto con ${name(company)}.`,
    language: 'Idioma',
    languageLabel: 'Idioma de estas páginas y de los mensajes sobre su suscripción',
    anyLanguage: 'El del navegador',
    save: 'Guardar',
    leaveAll: 'Cancelar todas las suscripciones',
    saved: 'Sus preferencias se han guardado.',
    asked: 'Si una lista pide confirmación, recibirá un correo con un enlace.',
  },
  tracking: {
    title: 'Qué se registra sobre usted',
    about: list => html`Sus respuestas son para la lista ${name(list)}.`,
    purposes: {
      measuring: {
        question: company => html`¿Puede ${name(company)} registrar qué correos abre usted y en qué enlaces hace clic?`,
        hint: 'Se registra junto con su dirección. Recibirá los correos en ambos casos.',
        done: 'Actualmente se registra.',
        notDone: 'Actualmente no se registra nada de eso.',
      },
      personalising: {
        question: company =>
          html`¿Puede ${name(company)} elegir qué correos recibe usted según lo que abre y en qué hace clic?`,
        hint: 'Si no, recibirá lo mismo que todas las personas de la lista.',
        done: 'Actualmente se hace.',
        notDone: 'Actualmente no se hace.',
      },
      hygiene: {
        question: company =>
          html`¿Puede ${name(company)} guardar la fecha en que usted abrió un correo por última vez?`,
        hint: 'Solo esa fecha, y solo para dejar de escribir a quienes ya no leen los correos.',
        done: 'Actualmente se guarda esa fecha.',
        notDone: 'Actualmente no se guarda esa fecha.',
      },
    },
    yes: 'Sí',
    no: 'No',
    answered: (answer, since) =>
      since === undefined
        ? html`Su respuesta: ${name(answer)}.`
        : html`Su respuesta desde el ${since}: ${name(answer)}.`,
    unanswered: 'Aún no ha respondido.',
    words: 'Respondió a estas palabras:',
    recorded: {
      page: 'Respondió en esta página.',
      imported: company => html`${name(company)} tomó su respuesta de un archivo.`,
      other: company => html`${name(company)} registró su respuesta.`,
      source: source => html`Respondió aquí: ${name(source)}.`,
    },
    otherLists: lists => html`Se trata de otras listas: ${name(lists)}.`,
    everywhere: company => html`Mis respuestas son para todas las listas de ${name(company)}`,
    withdrawn:
      'Desde ahora ya no se registra qué correos abre ni en qué enlaces hace clic, tampoco en los correos ya enviados. Lo que se registró se elimina en el plazo de un día.',
    notAsked: question => html`Su Sí no se registró, porque ya no se le hace esta pregunta: ${question}`,
  },
  forward: {
    title: 'Enviar este correo a un amigo',
    intro: company => html`Sus amigos recibirán un mensaje breve con un enlace a este correo de ${name(company)}.`,
    friends: 'Direcciones de correo de sus amigos',
    friendsHint: most => `Como máximo ${most}, separadas por comas.`,
    name: 'Su nombre',
    message: 'Unas palabras para sus amigos (si lo desea)',
    messageHint: 'Sin direcciones web, por favor.',
    button: 'Enviar el mensaje',
    faults: {
      friends: 'Revise las direcciones de sus amigos: su forma y cuántas son.',
      name: 'Indique su nombre, sin direcciones web ni de correo.',
      message: 'Abrevie su mensaje y quite las direcciones web.',
    },
    sent: {
      title: 'Muchas gracias',
      text: company =>
        html`Sus amigos recibirán un mensaje con el enlace a este correo. ${name(company)} no los inscribe en ninguna lista.`,
    },
    enough: 'Este correo ya se ha enviado bastantes veces por hoy. Inténtelo de nuevo mañana.',
  },
  imprint: 'Aviso legal',
  invalidLink: {
    title: 'Este enlace no funciona',
    text: 'Puede que esté incompleto o haya caducado. Ábralo de nuevo desde el correo en el que lo recibió.',
  },
  wrongVerb: {
    title: 'Aquí no es posible',
    text: 'Esta dirección no se puede usar de este modo. Abra el enlace desde el correo en el que lo recibió.',
  },
  tooLarge: {
    title: 'Es demasiado',
    text: 'La solicitud supera lo que esta página admite. Abra el enlace desde el correo en el que lo recibió.',
  },
  archive: {
    gone: {
      title: 'Aquí no hay nada que leer',
      text: 'Este archivo no es público, o la carta ya no está en él.',
    },
    empty: 'Todavía no se ha enviado nada.',
    older: 'Cartas anteriores',
    newest: 'Últimas cartas',
    feed: 'Fuente Atom',
    signUp: 'Suscribirse',
    earlier: 'Leer cartas anteriores',
  },
  notFound: {
    title: 'Esta página no existe',
    text: 'No hay nada en esta dirección. Compruébela o vuelva a la página anterior.',
  },
  overloaded: {
    title: 'Inténtelo de nuevo en un momento',
    text: 'Hay demasiadas solicitudes al mismo tiempo. No se ha cambiado nada.',
  },
  decline: {
    title: '¿No recibir más correos?',
    question: (email, company) =>
      html`¿Desea que ${name(company)} no escriba más a ${name(email)}? Vale para los correos que otros reenvían y para todos los demás.`,
    button: 'No recibir más correos',
  },
  declined: {
    title: 'No recibirá más correos',
    text: (email, company) => html`${name(company)} no enviará nada más a ${name(email)}.`,
  },

  forwardedMail: {
    subject: (sender, company) => `${sender} le envía un correo de ${company}`,
    sent: (sender, company, subject) =>
      html`${name(sender)} cree que este correo de ${name(company)} puede gustarle: «${subject}».`,
    open: 'Para leerlo, abra esta página:',
    button: 'Leer el correo',
    once: company =>
      html`Recibe este mensaje porque alguien escribió su dirección. ${name(company)} no la ha inscrito en ninguna lista y no le escribirá por ello.`,
    wayOut: company => html`No recibir más correos de ${name(company)}`,
  },
  confirmationMail: {
    subject: list => `Confirme su suscripción a ${list}`,
    greeting: 'Hola:',
    asked: (company, list) =>
      html`alguien, esperamos que usted, ha pedido a ${name(company)} que añada esta dirección a «${list}».`,
    open: 'Para confirmar la suscripción, abra esta página:',
    button: 'Confirmar la suscripción',
    otherwise: 'Si no ha sido usted, no haga nada: sin confirmación no se le suscribirá.',
  },
  invitationMail: {
    subject: (inviter, account) => `${inviter} le invita a trabajar con ${account}`,
    greeting: person => (person === '' ? html`Hola:` : html`Hola, ${name(person)}:`),
    invited: (inviter, account) =>
      html`${name(inviter)} le invita a trabajar en Lettershop en las campañas de correo de ${name(account)}.`,
    open: 'Para aceptar la invitación y elegir una contraseña, abra esta página:',
    button: 'Aceptar la invitación',
    until: (address, until) =>
      html`La invitación es solo para ${name(address)}, sirve una sola vez y termina el ${name(until)}.`,
    otherwise: 'Si no sabe de qué se trata, no haga nada: sin su consentimiento no se crea ninguna cuenta.',
  },
  passwordResetMail: {
    subject: 'Elija una nueva contraseña para Lettershop',
    greeting: person => (person === '' ? html`Hola:` : html`Hola, ${name(person)}:`),
    asked: address => html`Usted u otra persona pidió una nueva contraseña de Lettershop para ${name(address)}.`,
    open: 'Para elegir una nueva contraseña, abra esta página:',
    button: 'Nueva contraseña',
    once: 'El enlace sirve una sola vez, durante una hora. Después se cerrarán todas sus sesiones; un segundo factor se mantiene.',
    otherwise: 'Si no fue usted, no haga nada: su contraseña sigue siendo la misma.',
  },
  newDeviceMail: {
    subject: 'Nuevo inicio de sesión en Lettershop',
    greeting: person => html`Hola, ${name(person)}:`,
    happened: (agent, network, when) =>
      html`Ha iniciado sesión en Lettershop con un navegador que no conocíamos: ${name(agent)}, desde ${name(network)}, el ${name(when)}.`,
    wasYou: 'Si ha sido usted, no tiene que hacer nada.',
    notYou:
      'Si no ha sido usted, alguien conoce su contraseña: elija una nueva. Con ello se cierran todas las sesiones.',
    open: 'Sus sesiones están en esta página:',
    button: 'Sus sesiones',
    once: 'Recibe este correo una vez por cada navegador.',
    unknown: 'navegador desconocido',
  },
  approvalMail: {
    greeting: person => html`Hola, ${name(person)}:`,
    askedSubject: (requester, campaign) => `${requester} le pide su aprobación: ${campaign}`,
    asked: (requester, campaign, company) =>
      html`${name(requester)} le pide que apruebe la campaña ${name(campaign)} de ${name(company)}.`,
    approvedSubject: (decider, campaign) => `Aprobada por ${decider}: ${campaign}`,
    approved: (decider, campaign, company) =>
      html`${name(decider)} ha aprobado la campaña ${name(campaign)} de ${name(company)}.`,
    rejectedSubject: (decider, campaign) => `No aprobada por ${decider}: ${campaign}`,
    rejected: (decider, campaign, company) =>
      html`${name(decider)} no ha aprobado la campaña ${name(campaign)} de ${name(company)}.`,
    wrote: author => html`${name(author)} ha escrito:`,
    subjectIs: subject => html`Su asunto es ${name(subject)}.`,
    goesTo: places => html`Se envía a ${name(places)}.`,
    leavesOut: places => html`Quedan excluidos ${name(places)}.`,
    recipients: number => html`Número de destinatarios en este momento: ${name(number)}`,
    more: number => `${number} más`,
    bound:
      'Usted aprueba la campaña tal como está ahora. Si cambia su contenido o la selección de destinatarios, la aprobación deja de valer.',
    askedOpen: 'Para ver la campaña y decidir, abra esta página:',
    askedButton: 'Ver y decidir',
    decidedOpen: 'La campaña está en esta página:',
    decidedButton: 'Abrir la campaña',
    nowSend: 'Ya se puede enviar, siempre que siga tal como está.',
    nowChange: 'Cambie lo que haya que cambiar y vuelva a pedir la aprobación.',
    askedWhy:
      'Recibe este correo porque puede aprobar y ha elegido que se le avise. Puede cambiarlo en sus preferencias de Lettershop.',
    decidedWhy: 'Recibe este correo porque ha pedido la aprobación.',
  },
}

function named(list: string | null): Html {
  return list === null ? html`esta lista` : html`la lista ${name(list)}`
}
