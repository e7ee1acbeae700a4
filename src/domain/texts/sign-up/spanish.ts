import { html } from '../../../lib/html.ts'
import { name } from '../language.ts'
import type { SignUpTexts } from './texts.ts'

export const spanishSignUp: SignUpTexts = {
  heading: company => `Recibir correos de ${company}`,
  email: 'Dirección de correo',
  name: 'Nombre',
  optional: 'si lo desea',
  lists: 'Deseo recibir',
  consents: 'Si lo desea',
  choose: 'Elija una opción',
  button: 'Suscribirme',
  working: 'Un momento, por favor …',
  trap: 'Deje este campo vacío',
  again: 'Revise lo que ha introducido y pulse el botón.',
  faults: {
    email: 'Revise la dirección de correo.',
    name: 'Indique su nombre, con 250 caracteres como máximo.',
    lists: 'Elija lo que desea recibir.',
    field: label => html`Revise este campo: ${name(label)}.`,
  },
  taken: {
    title: 'Muchas gracias',
    text: 'Mire en su buzón: si la suscripción necesita su confirmación, en unos minutos encontrará allí un correo con un enlace. Si no lo hay, mire en la carpeta de correo no deseado o suscríbase de nuevo mañana.',
  },
  closed: {
    title: 'La suscripción está cerrada',
    text: 'Este formulario no acepta suscripciones en este momento.',
  },
  join: {
    title: 'Confirmar su suscripción',
    question: (email, lists, company) =>
      html`¿Desea recibir correos de ${name(company)}? Son ${name(lists)} y llegan a ${name(email)}.`,
    agreed: 'También ha aceptado esto:',
    button: 'Confirmar la suscripción',
  },
  joined: {
    title: 'Su suscripción está confirmada',
    text: (email, lists, company) =>
      html`${name(email)} recibirá a partir de ahora correos de ${name(company)}: ${name(lists)}.`,
  },
  ended: {
    title: 'Esta suscripción ha terminado',
    text: 'El enlace ya no se puede usar. Para recibir correos, suscríbase de nuevo.',
  },
  stop: {
    title: '¿No recibir más correos que piden una confirmación?',
    question: email =>
      html`Si otras personas introducen una y otra vez ${name(email)} en formularios, puede detener todos los correos de aquí que preguntan si desea suscribirse. Entonces tampoco podrá suscribirse usted con un correo así.`,
    button: 'Detener estos correos',
  },
  stopped: {
    title: 'Estos correos se han detenido',
    text: email => html`Desde aquí ya no se envían a ${name(email)} correos que piden una confirmación.`,
    undo: 'Permitirlos de nuevo',
  },
  resumed: {
    title: 'Estos correos se permiten de nuevo',
    text: email => html`Los correos que piden una confirmación pueden llegar de nuevo a ${name(email)}.`,
  },
  mail: {
    greeting: 'Hola:',
    subject: company => `Confirme su suscripción: ${company}`,
    asked: (company, lists) =>
      html`alguien, esperamos que usted, ha pedido a ${name(company)} que envíe correos a esta dirección: ${name(lists)}.`,
    open: 'Para confirmarlo, abra esta página:',
    button: 'Confirmar la suscripción',
    otherwise: 'Si no ha sido usted, no haga nada: sin confirmación no se le suscribe.',
    stop: 'Detener todos los correos de este tipo de aquí:',
    noticeSubject: company => `Ya está suscrito: ${company}`,
    notice: (company, lists) =>
      html`alguien, esperamos que usted, ha introducido esta dirección en un formulario de ${name(company)}. Ya recibe estos correos: ${name(lists)}. No se ha cambiado nada.`,
    noticeOtherwise: 'No tiene que hacer nada.',
  },
  wave: {
    subject: form => `Muchas más suscripciones de lo habitual: ${form}`,
    happened: (submitted, confirmed, form, company) =>
      html`El formulario ${name(form)} de ${name(company)} ha recibido ${name(submitted)} suscripciones en una hora; de las del último día se ha confirmado el ${name(`${confirmed} %`)}.`,
    usual: usual => `Lo habitual son ${usual} en una hora.`,
    held: 'Los nuevos correos de confirmación se retienen hasta que usted los envíe o los descarte, o pase la oleada.',
    open: 'El formulario y sus cifras están en esta página:',
    button: 'Abrir el formulario',
  },
}
