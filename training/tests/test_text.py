import unittest

import numpy as np

from training.hmm import STATE_COUNT, best_path, word_graph
from training.recognize import edits, words_of
from training.symbols import SYMBOLS, token_rows

EXAMPLE = [('the', ['DH', 'AH0'], ''), ("wolf", ['W', 'UH1', 'L', 'F'], ','), ("isn't", ['IH1', 'Z', 'AH0', 'N', 'T'], ''),
           ('it', ['IH1', 'T'], '?')]


class TokenRows(unittest.TestCase):
    def test_rows_say_stress_place_and_what_follows(self):
        rows = [row[:4] for row in token_rows(EXAMPLE, paused_after={2})]
        self.assertEqual([SYMBOLS[row[0]] for row in rows], '^ DH AH W UH L F , IH Z AH N T - IH T ?'.split())
        self.assertEqual(rows[1:3], [(15, 0, 1, 0), (8, 1, 3, 0)])
        self.assertEqual(rows[4], (38, 2, 2, 1))
        self.assertEqual(rows[-3:], [(22, 4, 1, 3), (36, 0, 3, 3), (3, 0, 0, 0)])

    def test_a_word_of_one_phone_is_its_only_phone(self):
        self.assertEqual(token_rows([('a', ['AH0'], '.')], set())[1][:4], (8, 1, 4, 2))


class BestPath(unittest.TestCase):
    def test_the_likeliest_path_is_that_of_a_search_through_all(self):
        random = np.random.default_rng(0)
        graph = word_graph([[['AA', 'B'], ['AA', 'D', 'S']], [['S']]])
        count = len(graph.states)
        scores = random.normal(size=(40, count))
        stay = random.uniform(0.2, 0.8, STATE_COUNT)
        path, likelihood = best_path(graph, scores, stay)

        before = {node: [node - 1] for node in range(count)}
        before |= {int(node): [int(p) for p in row if p < count] for node, row in zip(graph.entries, graph.predecessors)}
        log_stay, log_leave = np.log(stay)[graph.states], np.log(1 - stay)[graph.states]
        total = np.full(count, -np.inf)
        total[graph.starts] = scores[0][graph.starts]
        for t in range(1, 40):
            total = scores[t] + np.array([max([total[n] + log_stay[n], *(total[p] + log_leave[p] for p in before[n])])
                                          for n in range(count)])
        self.assertAlmostEqual(likelihood * 40, total[graph.ends].max())
        self.assertIn(path[0], graph.starts)
        self.assertIn(path[-1], graph.ends)


class WordErrors(unittest.TestCase):
    def test_insertions_deletions_and_substitutions_count_one_each(self):
        self.assertEqual(edits(words_of('The cat sat!'), words_of('the cat sat')), 0)
        self.assertEqual(edits('a cat sat down'.split(), 'the cat sat'.split()), 2)
        self.assertEqual(edits([], 'the cat sat'.split()), 3)


if __name__ == '__main__':
    unittest.main()
