import { html } from '../../../lib/html.ts'
import { name } from '../language.ts'
import type { ReaderTexts } from './language.ts'

export const spanishReader: ReaderTexts = {
  otherLists: 'Otras listas a las que puede unirse',
  pause: {
    title: 'Hacer una pausa',
    hint: company =>
      html`Sigue en sus listas y ${name(company)} no le envía nada durante un tiempo. Puede cancelar la suscripción cuando quiera.`,
    button: days => `Pausa de ${days} días`,
    until: (company, day) => html`No recibirá correos de ${name(company)} hasta el ${name(day)} inclusive.`,
    resume: 'Volver a recibir correos ya',
    paused: day => html`Sus correos están en pausa hasta el ${name(day)} inclusive.`,
    resumed: 'Vuelve a recibir correos.',
  },
  fields: {
    title: 'Sus datos',
    ofList: list => html`Sus datos para la lista ${name(list)}`,
    none: 'Sin respuesta',
    refused: names => html`No se ha guardado porque el valor no es adecuado: ${name(names)}.`,
  },
  reasons: {
    title: '¿Por qué se ha dado de baja?',
    hint: 'No tiene que decirlo. Basta un clic.',
    choices: {
      'too many': 'Demasiados correos',
      'not interesting': 'No me interesan',
      'never signed up': 'Nunca me suscribí',
      'other address': 'Los leo en otra dirección',
      'hard to read': 'Difíciles de leer o con errores',
      other: 'Otro motivo',
    },
    comment: 'En pocas palabras, si lo desea',
    thanks: 'Gracias por su respuesta.',
  },
  address: {
    title: 'Cambiar de dirección',
    hint: 'Enviamos un enlace a la nueva dirección. Nada cambia antes de que lo confirme allí.',
    label: 'Nueva dirección de correo',
    button: 'Enviar el enlace',
    asked:
      'Si la nueva dirección se puede usar, recibirá en unos minutos un correo con un enlace. Ábralo allí. Si no llega nada, inténtelo de nuevo dentro de una hora.',
    invalid: 'Esto no es una dirección de correo. Compruébela.',
  },
  newAddress: {
    title: '¿Usar esta dirección?',
    question: (email, company) => html`¿Desea que ${name(company)} envíe sus correos a ${name(email)} a partir de ahora?`,
    button: 'Usar esta dirección',
    done: {
      title: 'Su dirección ha cambiado',
      text: (email, company) =>
        html`${name(company)} escribe ahora a ${name(email)}. La dirección anterior recibe un aviso con un enlace para deshacerlo.`,
    },
    conflict: {
      title: 'No se puede usar esta dirección',
      text: (email, company) =>
        html`${name(email)} tiene su propia suscripción con ${name(company)} o no recibe sus correos. No se ha cambiado nada.`,
    },
    over: {
      title: 'Este enlace ya no es válido',
      text: (_, company) =>
        html`No se ha cambiado nada. Para usar otra dirección, pídalo de nuevo en la página de sus preferencias de ${name(company)}.`,
    },
  },
  oldAddress: {
    title: '¿Deshacer el cambio de dirección?',
    question: (email, company) => html`¿Desea que ${name(company)} vuelva a enviar sus correos a ${name(email)}?`,
    button: 'Deshacer el cambio',
    done: {
      title: 'El cambio se ha deshecho',
      text: (email, company) => html`${name(company)} vuelve a escribir a ${name(email)}.`,
    },
    over: {
      title: 'Esto ya no se puede deshacer aquí',
      text: (_, company) =>
        html`No se ha cambiado nada. Si algo no es correcto, póngase en contacto con ${name(company)}.`,
    },
  },
  leave: {
    title: 'Darse de baja o elegir los correos',
    text: company =>
      html`Escriba la dirección a la que le escribe ${name(company)}. Recibirá un correo con un enlace a sus preferencias, donde puede darse de baja.`,
    label: 'Su dirección de correo',
    button: 'Enviarme el enlace',
    asked: {
      title: 'Mire en su buzón',
      text: company =>
        html`Si ${name(company)} escribe a esta dirección, recibirá en unos minutos un correo con un enlace. Llega como mucho una vez por hora.`,
    },
    invalid: 'Esto no es una dirección de correo. Compruébela.',
    enough: 'Han llegado demasiadas solicitudes desde su red. Inténtelo de nuevo en unos minutos.',
  },
  newAddressMail: {
    subject: company => `Confirme su nueva dirección para ${company}`,
    greeting: 'Hola:',
    asked: company =>
      html`alguien que lee los correos de ${name(company)}, esperamos que usted, ha pedido recibirlos en esta dirección a partir de ahora.`,
    open: 'Para confirmarlo, abra esta página en el plazo de un día:',
    button: 'Confirmar esta dirección',
    otherwise: 'Si no ha sido usted, no haga nada: nada cambia sin confirmación.',
  },
  oldAddressMail: {
    subject: company => `Su dirección para ${company} ha cambiado`,
    greeting: 'Hola:',
    asked: company =>
      html`${name(company)} envía ahora sus correos a otra dirección, como usted ha pedido, en lugar de a esta.`,
    open: 'Si no ha sido usted, deshágalo en un plazo de siete días en esta página:',
    button: 'Deshacer el cambio',
    otherwise: 'Si ha sido usted, no tiene que hacer nada. A esta dirección no llegan más correos.',
  },
  preferencesMail: {
    subject: company => `Sus preferencias de correo para ${company}`,
    greeting: 'Hola:',
    asked: company =>
      html`alguien, esperamos que usted, ha preguntado cómo dejar de recibir en esta dirección los correos de ${name(company)} o elegirlos.`,
    open: 'Para darse de baja o elegir lo que recibe, abra esta página:',
    button: 'Abrir mis preferencias',
    otherwise: 'Si no ha sido usted, no haga nada: todo queda como está.',
  },
}
