import unittest

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from training import sounds, symbols
from training.arpabet import sound_rows
from training.networks.acoustic import with_plain_ends
from training.quantize import quantize_products
from training.rises import rising
from training.symbols import token_rows
from training.teacher.tokens import frames_of, spell, teacher_letters
from training.teacher.texts import LANGUAGES, own_texts

WORDS = [{'sounds': ['h', 'ə', 'l', 'ˈO'], 'light': False, 'mark': ',', 'falls': False},
         {'sounds': ['ˈɪ', 'z'], 'light': True, 'mark': '', 'falls': False},
         {'sounds': ['ˈɑː'], 'light': False, 'mark': '?', 'falls': False}]
VOCABULARY = {letter: i + 1 for i, letter in enumerate('həlˈO,ɪz ɑː?ɜɹ')}


class Rows(unittest.TestCase):
    def test_a_sound_says_its_letter_its_stress_and_what_changes_it(self):
        words = sounds.words_of(WORDS)
        rows = [row for word in words for row in sounds.word_rows(word)]
        self.assertEqual([sounds.SYMBOLS[row[0]] for row in rows], [*'həlOɪzɑ'])
        self.assertEqual([row[1] for row in rows], [0, 1, 0, 2, sounds.LIGHT, 0, 2])
        self.assertEqual([row[2] for row in rows], [1, 2, 2, 3, 1, 3, sounds.ONLY])
        self.assertEqual([word.follows for word in words], [sounds.BY_COMMA, sounds.FOLLOWED_BY_WORD, sounds.BY_RISE])
        self.assertEqual(rows[-1][4], sounds.MODIFIERS.index('ː'))

    def test_a_question_for_a_word_falls(self):
        word = sounds.words_of([{**WORDS[2], 'falls': True}])
        self.assertEqual(word[0].follows, sounds.BY_FALLING_QUESTION)
        self.assertEqual(sounds.end_row(word)[0], sounds.END)

    def test_the_same_modifiers_in_another_order_are_the_same(self):
        self.assertEqual(sounds.sound_row('ˈaː\u0303', False, 1, 0), sounds.sound_row('ˈa\u0303ː', False, 1, 0))

    def test_rows_of_arpabet_become_sounds(self):
        rows = token_rows([('water', ['W', 'AO1', 'T', 'ER0'], ''), ('button', ['B', 'AH1', 'T', 'AH0', 'N'], '.')], set())
        made = sound_rows(np.array([row[:4] for row in rows]))
        self.assertEqual(''.join(sounds.SYMBOLS[row[0]] for row in made), '^wɔTɚbʌtən.')
        self.assertEqual(int(made[2][1]), symbols.STRESS_1)


class Teacher(unittest.TestCase):
    def test_its_tokens_are_found_again(self):
        spelled = spell(WORDS, VOCABULARY)
        self.assertEqual(len(spelled.tokens), 2 + 5 + 2 + 2 + 1 + 3 + 1)
        durations = np.arange(len(spelled.tokens))
        of_sounds, pauses, head = frames_of(spelled, durations)
        self.assertEqual(head + sum(map(sum, of_sounds)) + sum(pauses), durations.sum())
        self.assertEqual(of_sounds[0], [1, 2, 3, 4 + 5])

    def test_er_is_two_letters_and_light_words_have_no_stress(self):
        self.assertEqual(teacher_letters('ˈɚ', False), 'ˈɜɹ')
        self.assertEqual(teacher_letters('ˈɚ', True), 'əɹ')

    def test_no_slot_is_left_in_its_texts(self):
        for language in LANGUAGES:
            texts = own_texts(language)
            self.assertFalse([row['text'] for row in texts if '{' in row['text']])
            self.assertEqual(len(texts), len({row['text'] for row in texts}))


class Quantized(unittest.TestCase):
    def test_a_product_in_bytes_is_close_to_the_one_in_floats(self):
        import importlib.util
        weight = np.random.default_rng(0).normal(size=(64, 96)).astype(np.float32)
        value = lambda name, width: helper.make_tensor_value_info(name, TensorProto.FLOAT, [5, width])
        graph = helper.make_graph([helper.make_node('MatMul', ['x', 'w'], ['y'])], 'g', [value('x', 64)], [value('y', 96)],
                                  [numpy_helper.from_array(weight, 'w')])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid('', 16)], ir_version=8)
        self.assertEqual(quantize_products(model), 1)
        onnx.checker.check_model(model)
        if importlib.util.find_spec('onnxruntime') is None:
            self.skipTest('no onnxruntime to run it')
        import onnxruntime
        x = np.random.default_rng(1).normal(size=(5, 64)).astype(np.float32)
        made, = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {'x': x})
        self.assertLess(np.abs(made - x @ weight).max(), 0.3)


class Rises(unittest.TestCase):
    ROWS = np.array([row for word in sounds.words_of(WORDS) for row in sounds.word_rows(word)] + [sounds.silence_row(sounds.RISING_END)])

    def test_a_question_that_falls_climbs_from_its_last_stressed_vowel(self):
        count = len(self.ROWS)
        start, middle = rising(self.ROWS, np.full(count, 5), np.zeros(count), np.linspace(0, -2, count), 7, True)
        self.assertEqual(list(middle[:6]), list(np.linspace(0, -2, count)[:6]))
        self.assertGreater(middle[6], -0.5)
        self.assertGreater(start[-1], 1.2)

    def test_one_that_rises_by_itself_stays(self):
        middle = np.array([0, 0, 0, 0, 0, 0, 2.0, 2.0])
        self.assertIs(rising(self.ROWS, np.full(8, 5), middle, middle, 7, True)[1], middle)

    def test_the_acoustic_model_sees_no_questions(self):
        rows = torch.tensor(self.ROWS)[None]
        plain = with_plain_ends(rows)[0]
        self.assertEqual(int(plain[-1, 0]), sounds.END)
        self.assertEqual(int(plain[6, 3]), sounds.BY_STOP)
        self.assertTrue(torch.equal(plain[:4], rows[0, :4]))


if __name__ == '__main__':
    unittest.main()
